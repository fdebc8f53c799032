"""Random games of Five Hundred by the engine, for the second opinion.

`python -m tests.games.second_opinion.five_hundred.random_games 2000` plays 2000 games of every preset and prints
differences; with a further word `mixed` it plays games in each of which the options are drawn too.
Beside the record, whatever else the engine says is compared with the sheet: the words it offers, how the packs are
dealt, who is told what, and the presets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from arena.games.kernel import Did, Event, Show
from tests.games.second_opinion.cards import in_order
from tests.games.second_opinion.engine import Comparison, Favour, Played
from tests.games.second_opinion.five_hundred.cards import KITTY, Place, dealt
from tests.games.second_opinion.five_hundred.checker import CHECKER
from tests.games.second_opinion.five_hundred.mixed import valid_words
from tests.games.second_opinion.five_hundred.players import Players
from tests.games.second_opinion.five_hundred.players import favour as favour_a_hand
from tests.games.second_opinion.five_hundred.presets import PRESETS
from tests.games.second_opinion.five_hundred.sheet import Sheet
from tests.games.second_opinion.log import settings

TOLD = {"joker-suit": "nobody", "ace-no-face": "nobody", "discard": "fact"}
"""FH-86, FH-87, AF-47: what the others learn of these decisions; every other word is public."""


def favour(sheet: Sheet, rng: Random) -> Favour:
    """Return how a pack is sorted so that one hand is very strong, or very weak."""
    places = dealt(sheet, range(len(sheet.pack)), 0)
    return favour_a_hand([places[seat] for seat in range(sheet.players)], rng)


def further(game: Played, sheet: Sheet) -> list[str]:
    """Return the differences in what a record does not tell: how the packs are dealt, and who is told what."""
    return check_dealing(game, sheet.pack, lambda pack, dealer: dealt(sheet, pack, dealer), "FH-21 to FH-23") + [
        f"FH-85 to FH-88: {event} is told wrongly" for event in told_wrongly(game.events, sheet.players)
    ]


def check_dealing(
    game: Played, cards: Sequence[str], deal: Callable[[Sequence[str], int], Mapping[Place, Sequence[str]]], clause: str
) -> list[str]:
    """Return where hands, or the cards on the table, are not what the pack gives.

    Args:
        game: the game.
        cards: the pack, unshuffled.
        deal: returns what each place gets from a shuffled pack and the dealer's seat.
        clause: the clause of the game.
    """
    found = []
    for part in game.record.split("\nnote deal ")[1:]:
        lines = [line.split(" ") for line in part.split("\n")]
        number, dealer = lines[0][0], int(settings(lines[0])["dealer"])
        packs = [
            [*map(str, drawn)]
            for name, drawn in game.draws.items()
            if name.startswith(f"deal {number} ") and sorted(map(str, drawn)) == sorted(cards)
        ]
        places = deal(packs[0], dealer)
        shown = {int(line[2]): line[3:] for line in lines if line[:2] == ["show", "hand"]}
        table = [line[3:] for line in lines if line[:2] == ["show", "kitty"]]
        said: list[tuple[Place, list[str]]] = [*shown.items(), *((KITTY, got) for got in table[:1])]
        found += [
            f"deal {number}: {clause}: {place} gets {in_order(places[place])}, the record shows {got}"
            for place, got in said
            if sorted(got) != sorted(places[place])
        ]
    return found


def told_wrongly(events: Sequence[Event], seats: int) -> Iterable[Event]:
    """Yield events of which somebody is told too much or too little.

    A hand is its owner's, cards from the table are for who discards next, everything else is for all.
    """
    for i, event in enumerate(events):
        match event:
            case Did(seat, kind, _, told, by) if (told, by) != (TOLD.get(kind, "all"), seat):
                yield event
            case Show(to, kind, owner, _):
                taker = next((later.seat for later in events[i:] if isinstance(later, Did)), None)
                right = {"hand": {owner}, "kitty": {taker}}.get(kind, {*range(seats)})
                if set(to) != right:
                    yield event
            case _:
                pass


FIVE_HUNDRED = Comparison(
    checker=CHECKER,
    presets=PRESETS,
    mixed=valid_words,
    pack=lambda sheet: sheet.pack,
    favour=favour,
    players=lambda _, rng: Players(rng),
    further=further,
)

if __name__ == "__main__":
    sys.exit(bool(FIVE_HUNDRED.main(sys.argv[1:])))
