"""Hands of Bridgette as they are wanted: seat 1 deals and seat 0 is the non-dealer, unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games.bridgette import GAME, dealing
from arena.games.bridgette.colons import PACK, RANKINGS
from arena.games.bridgette.options import PRESETS, Options
from arena.games.kernel import Card, Seat
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Playing, Trick
from tests.games.situations import say, stacked

STANDARD, STRICT, OPEN = PRESETS.values()
NON_DEALER, DEALER = 0, 1
LOW_CARD = "2C"
"""The usual upcard: the dealer draws four cards."""


def dealt(
    places: Mapping[Seat | str, str], *, dealer: Seat = DEALER, scores: Sequence[int] = (0, 0), o: Options = STANDARD
) -> Position[Standing]:
    """A hand with these cards before the exchange; the rest of the stock comes in the order of the pack."""
    standing = Standing(dealer, tuple(scores))
    return play_deal(GAME, o, standing, stacked(PACK, dealing(o, standing), {"turn-up": LOW_CARD, **places}))


def in_the_auction(mine: str, dealers: str, calls: str = "", *, o: Options = STANDARD) -> Position[Standing]:
    """A hand in which the players hold these thirteen cards after the exchange: both lay aside what they drew."""
    position = dealt({NON_DEALER: mine, DEALER: dealers}, o=o)
    while position.ask is not None and position.ask.kind == "discard":
        held = (mine, dealers)[position.ask.seat].split()
        position.play(next(card for card in position.ask.legal if card not in held))
    return say(position, calls)


def state(
    table: str = "",
    *,
    trump: str = "NT",
    last: str = "",
    option: str = "led_wins",
    hands: Sequence[Sequence[Card]] = (),
) -> Playing:
    """The play of a trick: the cards on the table, that of seat 0 first, and the cards of the trick before."""
    won = [Trick((0, 1), tuple(last.split()), 0, 1)] if last else []
    on = Playing(hands or [[], []], RANKINGS[option, trump], (0, 1), won)
    on.cards += table.split()
    return on
