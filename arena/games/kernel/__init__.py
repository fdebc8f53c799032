"""What every game is made of: what its rules yield, the game as a value, and what a seat learns.

Rules are coroutines. `events` has what they yield, `game` the value around them, `options` what houses disagree about;
`position` drives the coroutine, and `knowledge` says what a seat learns of what happens. The words of `events` and
`game` can be had from here.
"""

# Not compiled: it only hands on what its modules define.

from arena.games.kernel.events import (
    Ask,
    Card,
    Chance,
    Deal,
    Did,
    Event,
    IllegalWord,
    Note,
    Place,
    Plan,
    Rules,
    Say,
    Seat,
    Show,
    Side,
    Talk,
    Told,
    Word,
    made,
)
from arena.games.kernel.game import (
    SILENT,
    AnyGame,
    Facts,
    Game,
    Result,
    Sampler,
    Seating,
    Standing,
    View,
    World,
    facts,
    places,
    seated,
    spelled,
)

__all__ = [
    "SILENT",
    "AnyGame",
    "Ask",
    "Card",
    "Chance",
    "Deal",
    "Did",
    "Event",
    "Facts",
    "Game",
    "IllegalWord",
    "Note",
    "Place",
    "Plan",
    "Result",
    "Rules",
    "Sampler",
    "Say",
    "Seat",
    "Seating",
    "Show",
    "Side",
    "Standing",
    "Talk",
    "Told",
    "View",
    "Word",
    "World",
    "facts",
    "made",
    "places",
    "seated",
    "spelled",
]
