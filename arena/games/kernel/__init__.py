"""What every game is built on: the events that rules yield, the game as a value, and what each seat learns.

Rules are coroutines. `events` defines what they yield, `game` the value around them, `options` the house rules;
`position` drives the coroutine, and `knowledge` decides what each seat learns of an event. This package re-exports the
names of `events` and `game`.
"""

# Not compiled: it only re-exports.

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
