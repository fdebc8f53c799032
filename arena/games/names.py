"""The games that come with the arena: their names, and the folder of their rules pages."""

# Not compiled: a list, and paths.

from pathlib import Path

RULES = Path(__file__).parent
"""The folder of the rules pages."""

NAMES = (
    "kaiser",
    "two-hundred",
    "five-hundred",
    "american-five-hundred",
    "scotch-whist",
    "nine-card-don",
    "ecarte",
    "homme-d-auvergne",
    "triomphe",
    "tribello",
    "twenty-five",
    "bester-bube",
    "malilla",
    "back-alley",
    "truc",
    "bridgette",
    "jo-jotte",
    "bridge-solitaire",
)
"""The names of the games in order. Each is the name of a module with a `GAME`, with `-` for `_`."""
