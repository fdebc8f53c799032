"""Hands of Bridge Solitaire with given cards, brought to the moment that a test is about."""

from __future__ import annotations

from arena.games.bridge_solitaire import GAME, PLAN, Standing
from arena.games.bridge_solitaire.house import PACK, PLAYER, play_tricks
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.calls import Contract, parted
from tests.games.situations import say, stacked

STANDARD = Options()
FIRST_HAND = Standing()


def dealt(
    up: str = "", hole: str = "", stock: str = "", *, standing: Standing = FIRST_HAND, o: Options = STANDARD
) -> Position[Standing]:
    """A hand with these cards; the rest of the pack is in order."""
    return play_deal(GAME, o, standing, stacked(PACK, PLAN, {0: up, "hole": hole, "stock": stock}))


def chosen(
    up: str, hole: str, dropped: str, stock: str = "", *, standing: Standing = FIRST_HAND, o: Options = STANDARD
) -> Position[Standing]:
    """A hand with these cards after these discards; the player is asked for a call."""
    return say(dealt(up, hole, stock, standing=standing, o=o), dropped)


def bidding(
    hand: str, stock: str = "", *, standing: Standing = FIRST_HAND, o: Options = STANDARD
) -> Position[Standing]:
    """A hand of these thirteen cards; the player is asked for a call. The discards are cards that nobody names."""
    cards, named = hand.split(), {*hand.split(), *stock.split()}
    dropped = [card for card in reversed(PACK) if card not in named and not card.startswith("JK")][:7]
    return chosen(
        " ".join([*cards[:6], *dropped]), " ".join(cards[6:]), " ".join(dropped), stock, standing=standing, o=o
    )


def playing(
    hand: str, call: str, stock: str, *, standing: Standing = FIRST_HAND, o: Options = STANDARD
) -> Position[Standing]:
    """A hand of these cards after this call; the player is asked for a card."""
    return say(bidding(hand, stock, standing=standing, o=o), call)


def tricks(hand: str, stock: str, call: str, declarer: int = PLAYER, o: Options = STANDARD) -> Position[int]:
    """The tricks of a hand from here on; the defender leads."""
    bid = Contract(declarer, call, *parted(call))
    return Position(o, lambda: play_tricks(o, hand.split(), stock.split(), bid))
