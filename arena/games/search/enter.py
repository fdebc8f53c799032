"""From a position of a game to the same position in the integer twin of trick play (`arena.games.search.bits`).

A search draws worlds, replays the view in each (`replay`), and enters the position that it gets. `enter` raises
`Unknown` for positions that the twin cannot play; it never plays them wrong.
"""

from __future__ import annotations

from typing import Any

from arena.games.kernel import AnyGame, Did, Seat, Show, facts
from arena.games.kernel.position import Position
from arena.games.parts.kitty import KITTY
from arena.games.parts.trick_rules import Unknown
from arena.games.search.bits import Play, board


def enter(game: AnyGame, position: Position[Any]) -> Play:
    """Return the state of play at a position, which must be of a full deal (true or a world), not of a view.

    Args:
        game: the game.
        position: a position that asks for a card, or for the suit of a joker that was led.

    Raises:
        Unknown: the position asks for something else, or its tricks have rules that the twin does not know.
    """
    if position.ask is None or position.ask.kind not in {"play", "name-suit"}:
        raise Unknown("the position does not ask for a card: play on until the first lead, with trump known")
    if game.trick_rules is None:
        raise Unknown(f"{game.name}: searches cannot play its tricks; play on by the rules")
    deal, events = position.this_deal()
    on = board(game.trick_rules(facts(position.options, deal.standing, events)))
    hands: dict[Seat, int] = dict.fromkeys(range(game.seating(position.options).seats), 0)
    played: list[int] = []
    leader = None
    for event in events:
        match event:
            case Show(kind="hand", owner=int(seat), cards=cards):
                hands[seat] = on.mask(cards)
            case Show(seats=(seat,), kind=kind, cards=cards) if kind == KITTY:
                hands[seat] |= on.mask(cards)
            case Show(kind="drawn", owner=int(seat), cards=cards):
                hands[seat] |= on.mask(cards)
            case Did(seat=seat, kind="discard" | "exchange" | "draw", word=str(card)) if card in on.bit:
                hands[seat] ^= on.bit[card]
            case Did(seat=seat, kind="play" | "name-suit", word=str(word)):
                leader = seat if leader is None else leader
                played.append(on.read(word))
            case _:
                pass
    play = Play(on, [hands[seat] for seat in sorted(hands)], position.ask.seat if leader is None else leader)
    for bit in played:
        play.play(bit)
    return play
