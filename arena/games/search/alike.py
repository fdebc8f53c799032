"""Cards that come to the same, such as the jack beside the ten: a search need try only one of them."""

from __future__ import annotations

from typing import Any

from arena.games.kernel import AnyGame, Did, Word
from arena.games.kernel.position import Position
from arena.games.parts.trick_rules import Unknown
from arena.games.search.bits import Play, each
from arena.games.search.enter import enter


def alike(play: Play, gone: int) -> dict[int, int]:
    """Return for each legal bit the highest card of the hand that comes to the same.

    Two cards of a hand come to the same if they are of one suit and worth the same points, and every card between them
    is in the same hand with the same worth, or gone. A card that lies on the table is not gone: it may be beaten by the
    one and not by the other.

    Args:
        play: the state of play.
        gone: the cards of earlier tricks.
    """
    on, hand = play.on, play.hands[play.turn]
    top = 1 << len(on.cards)
    found = {}
    for bit in each(play.legal()):
        found[bit], above = bit, bit << 1
        while above < top and on.follow[above] == on.follow[bit]:
            if above & hand:
                if on.worth(above) != on.worth(bit):
                    break
                found[bit] = above
            elif not above & gone:
                break
            above <<= 1
    return found


def different(game: AnyGame, position: Position[Any], default: Word) -> tuple[Word, ...]:
    """Return the legal answers to the open question, and of those that come to the same, the default or the first.

    They are those of the seat that is asked, whatever the others hold: they follow from its cards and the played ones.

    Args:
        game: the game.
        position: a position of a full deal (true or a world).
        default: the answer that is taken of those that come to the same.
    """
    assert position.ask is not None
    legal = tuple(position.ask.legal)
    try:
        play = enter(game, position)
    except Unknown:
        return legal
    _, events = position.this_deal()
    gone = 0
    for event in events:
        if isinstance(event, Did) and event.kind == "play" and event.told == "all":
            gone |= play.on.bit.get(event.word or "", 0)
    same = alike(play, gone & ~play.trick)
    first = {same[play.on.read(word)]: word for word in (*reversed(legal), default)}
    return tuple([word for word in legal if first[same[play.on.read(word)]] == word])
