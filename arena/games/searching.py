"""From a position of a game to the twin of its tricks: how a search enters the play of a hand in the middle.

Draw worlds, play the view again in each (`replay`), and `enter` what comes of it. Positions that the twin does not know
raise `Unknown`; it is never wrong in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from arena.games import american_five_hundred, five_hundred, kaiser, two_hundred
from arena.games.american_five_hundred.dealing import PACK
from arena.games.american_five_hundred.play import lineup as american_lineup
from arena.games.auction import Call
from arena.games.bits import Board, Play, Values, board
from arena.games.bowers import bower_ranking
from arena.games.five_hundred.bidding import trump_of
from arena.games.five_hundred.dealing import pack_for
from arena.games.five_hundred.play import joker_law
from arena.games.kaiser.dealing import SEATS
from arena.games.kaiser.play import PIPS
from arena.games.kaiser.play import RANKINGS as KAISER_RANKINGS
from arena.games.kernel import AnyGame, Did, Note, Seat, Show
from arena.games.kitty import KITTY
from arena.games.position import Position
from arena.games.tricks import NO_TRUMP
from arena.games.two_hundred.score import WORTH
from arena.games.two_hundred.seats import lineup
from arena.games.two_hundred.trump import RANKINGS


class Unknown(ValueError):  # noqa: N818 - what it says is the message
    """The position is not one of cards to play, or is played by a law that the twin does not know."""


class Facts(NamedTuple):
    """What the notes of a deal have told.

    Args:
        options: the options of the game.
        standing: the standing before the deal.
        notes: the values of the last note of each kind.
    """

    options: Any
    standing: Any
    notes: Mapping[str, tuple[str | int, ...]]

    def word(self, kind: str) -> str | None:
        """Return the first value of a note, None while there is none."""
        return str(self.notes[kind][0]) if kind in self.notes else None

    @property
    def trump(self) -> str:
        """The trump suit or `NT`.

        Raises:
            Unknown: it is not fixed yet.
        """
        trump = self.word("trump")
        if trump is None:
            raise Unknown("there is no trump yet: play on until it is told")
        return trump

    @property
    def contract(self) -> Call | None:
        """The contract, None if nobody bid."""
        return (
            Call(int(self.notes["contract"][0]), str(self.notes["contract"][1])) if "contract" in self.notes else None
        )


def kaiser_board(facts: Facts) -> Board:
    """Return the board of a hand of Kaiser (KA-14 to KA-17)."""
    return board(KAISER_RANKINGS[facts.trump], SEATS, 1, tuple(PIPS.items()))


CARD_POINTS: Values = tuple((card, points) for card, points in WORTH.items() if points)
"""The cards that count at Two Hundred."""


def two_hundred_board(facts: Facts) -> Board:
    """Return the board of a hand of Two Hundred (TH-43 to TH-46)."""
    o = facts.options
    if o.format == "two_stacks":
        raise Unknown("format=two_stacks: cards turn up while the hand is played; play it by the rules")
    return board(RANKINGS[facts.trump], tuple(sorted(lineup(o, facts.standing).seats)), 0, CARD_POINTS)


def five_hundred_board(facts: Facts) -> Board:
    """Return the board of a hand of Five Hundred (FH-48 to FH-63)."""
    o, contract = facts.options, facts.contract
    word = contract.word if contract is not None else None
    trump = NO_TRUMP if word is None else trump_of(word)
    out = facts.word("sits-out")
    seats = tuple(seat for seat in range(o.players) if str(seat) != out)
    rank = bower_ranking(pack_for(o), trump, facts.word("joker-suit"))
    return board(rank, seats, 1, law=joker_law(o, word))


def american_board(facts: Facts) -> Board:
    """Return the board of a hand of American Five Hundred (AF-28 to AF-37)."""
    contract = facts.contract
    if contract is None:
        raise Unknown("there is no contract yet: play on until it is told")
    who = american_lineup(contract)
    return board(bower_ranking(PACK, who.trump, facts.word("joker-suit")), who.seats, 1, law=who.law)


BOARDS: Mapping[str, Callable[[Facts], Board]] = {
    kaiser.GAME.name: kaiser_board,
    two_hundred.GAME.name: two_hundred_board,
    five_hundred.GAME.name: five_hundred_board,
    american_five_hundred.GAME.name: american_board,
}
"""How the hands of each game are played."""


def enter(game: AnyGame, position: Position[Any]) -> Play:
    """Return where the play of the hand stands in a position, which must hold the whole deal (not only a view of it).

    Args:
        game: its game.
        position: a position in which a card is to be played, or a suit to be named for a joker that was led.

    Raises:
        Unknown: no card is to be played, the game is not known, or it is played by a law that the twin does not know.
    """
    if position.ask is None or position.ask.kind not in {"play", "name-suit"}:
        raise Unknown("no card is to be played: play on until the first lead, with trump known")
    if game.name not in BOARDS:
        raise Unknown(f"{game.name}: there is no twin of this game; there are: {', '.join(BOARDS)}")
    deal, events = position.this_deal()
    notes = {event.kind: event.values for event in events if type(event) is Note}
    on = BOARDS[game.name](Facts(position.options, deal.standing, notes))
    hands: dict[Seat, int] = dict.fromkeys(range(game.table(position.options).seats), 0)
    played: list[int] = []
    leader = None
    for event in events:
        match event:
            case Show(kind="hand", owner=int(seat), cards=cards):
                hands[seat] = on.mask(cards)
            case Show(seats=(seat,), kind=kind, cards=cards) if kind == KITTY:
                hands[seat] |= on.mask(cards)
            case Did(seat=seat, kind="discard", word=str(card)):
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
