"""The names of the games that come with the arena."""

# Not compiled: a list.

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
