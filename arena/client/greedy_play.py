"""What the policy `greedy` answers: the cheapest card that takes the trick, and otherwise the lowest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final

from arena.client.holdings import held, on_the_table
from arena.client.seat import Question
from arena.games.kernel import AnyGame, Ask, Card, Event, Note, Seat, View, Word, facts
from arena.games.kernel.knowledge import told
from arena.games.parts.cards import SUITS
from arena.games.parts.trick_rules import TrickRules, Unknown
from arena.games.parts.tricks import ranking
from arena.games.search.bits import Board, board


def board_of(game: AnyGame, view: View) -> Board | None:
    """Return the board of a deal; None if its tricks have rules that searches do not know."""
    if game.trick_rules is None:
        return None
    try:
        return board(game.trick_rules(facts(view.options, view.standing, view.events)))
    except Unknown:
        return None


def check_cards(game: AnyGame, options: Any) -> None:
    """Check that a game has cards.

    Raises:
        ValueError: it has none.
    """
    if not game.pack(options):
        raise ValueError(f"{game.name} has no cards (Game.pack), so greedy cannot play it; random plays every game")


def greedy_word(
    game: AnyGame,
    options: Any,
    sides: Sequence[int | None],
    on: Board | None,
    ask: Ask | Question,
    log: Sequence[Event],
    end: int,
) -> Word:
    """Return the answer of a greedy player: `greedy_saying`, or the card of `greedy_bit`.

    Args:
        game: the game.
        options: its options.
        sides: the side of each seat.
        on: the board of the deal; None if its tricks have other rules. Then cards rank as in the pack, trumps above.
        ask: the question.
        log: the events of the deal.
        end: how many of them came before the question.
    """
    if ask.kind == "name-suit":
        return ask.legal[0]
    if len(ask.legal) == 1:
        return ask.legal[0]
    if ask.kind != "play":
        return greedy_saying(game, options, ask, log, end)
    cards = [*ask.legal]
    if on is None or not on.bit.keys() >= {*cards}:
        pack = game.pack(options)
        cards = [card for card in cards if card in pack] or cards[:1]
        on = _plain_board(tuple(pack), _trump(log, end))
        if cards[0] not in on.bit:
            return cards[0]  # a word that is no card
    laid, live = 0, -1
    holder: Seat | None = None
    for seat, card in on_the_table(log, on.bit, end, ask.seat):
        if card is None:
            return cards[0]  # a card lies face down
        bit = on.bit[card]
        live = live if laid else on.live[bit]
        holder = seat if bit & live > laid & live else holder
        laid |= bit
    own = holder is not None and sides[holder] == sides[ask.seat if ask.hand is None else ask.hand]
    return on.word(greedy_bit(on, on.mask(cards), laid, live, own=own))


def greedy_saying(game: AnyGame, options: Any, ask: Ask | Question, log: Sequence[Event], end: int) -> Word:
    """Return the answer of a greedy player to a question with several answers that is not for a card to play.

    It takes what is free, exchanges its low cards, and accepts raises. It makes no bid: it passes, or bids the lowest.

    Args:
        game: the game.
        options: its options.
        ask: the question.
        log: the events of the deal.
        end: how many of them came before the question.
    """
    pack = game.pack(options)
    trump = _trump(log, end)
    if (free := next((word for word in ask.legal if word in game.eager), None)) is not None:
        return free
    if ask.kind == "answer" and "refuse" not in ask.legal:
        return ask.legal[0]  # to a raise
    if ask.kind in {"propose", "answer"}:
        mine = held(game, options, told(log[:end], ask.seat))[ask.seat]
        poor = sum([_is_low(pack, card, trump) for card in mine])
        return ask.legal[(2 * poor > len(mine)) == (ask.kind == "propose")]
    cards = [word for word in ask.legal if word in pack]
    low = [card for card in cards if _is_low(pack, card, trump)]
    if "done" in ask.legal and low:
        return min(low, key=lambda card: _height(pack, card))
    if (innocent := next((word for word in game.silent if word in ask.legal), None)) is not None:
        return innocent
    return min(cards, key=lambda card: _height(pack, card)) if cards else ask.legal[0]


def greedy_bit(on: Board, legal: int, trick: int, live: int, *, own: bool) -> int:
    """Return the card of a greedy player, as a bit.

    The leader of a trick leads the highest card. Who can win the trick does so with the lowest card that wins it now,
    unless a partner is winning it. All others play the lowest card that cannot win, or else the lowest.

    Args:
        on: the board of the deal.
        legal: the legal cards.
        trick: the cards on the table.
        live: the cards that can win the trick.
        own: whether the player's own side is winning the trick.
    """
    if not trick:
        return 1 << legal.bit_length() - 1
    best = trick & live
    winners = legal & live & -(1 << best.bit_length())
    if winners and not own:
        return winners & -winners
    dead = legal & ~live
    if not dead:
        return legal & -legal
    for level in _levels(on):
        if low := dead & level:
            return low & -low
    return dead & -dead


_LEVELS: dict[Board, list[int]] = {}


def _levels(on: Board) -> list[int]:
    """Return the cards of each height in their suits, the lowest first."""
    found = _LEVELS.get(on)
    if found is None:
        found = []
        for bit, suit in on.follow.items():
            height = (suit & bit - 1).bit_count()
            while len(found) <= height:
                found.append(0)
            found[height] |= bit
        if len(_LEVELS) >= MOST_BOARDS:
            _LEVELS.clear()
        _LEVELS[on] = found
    return found


MOST_BOARDS: Final = 256


@lru_cache(maxsize=64)
def _plain_board(pack: tuple[Card, ...], trump: str) -> Board:
    """Return a board on which cards rank as the pack lists them, from high to low in each suit, with trumps above.

    Jokers that the pack lists before its suits are the highest trumps, also where nothing else is a trump.
    """
    jokers = tuple(takewhile(lambda card: card[-1] not in SUITS, pack))
    named = any(card[-1] == trump for card in pack)
    return board(TrickRules(ranking(pack, trump if named else jokers[0] if jokers else None, jokers), (0,), 1))


def _trump(log: Sequence[Event], end: int) -> str:
    """Return the trump that was told last; empty if there is none."""
    for index in range(end - 1, -1, -1):
        event = log[index]
        if isinstance(event, Note) and event.kind == "trump":
            return str(event.values[0])
    return ""


def _is_low(pack: Sequence[Card], card: Card, trump: str) -> bool:
    """Return whether a card is no trump and in the lower half of its suit."""
    return card[-1] != trump and 2 * _height(pack, card) <= len([other for other in pack if other[-1:] == card[-1:]])


def _height(pack: Sequence[Card], card: Word) -> int:
    """Return the height of a card in its suit, from 1 up; packs list each suit from high to low."""
    suit = [other for other in pack if other[-1:] == card[-1:]]
    return len(suit) - suit.index(card) if card in suit else 0
