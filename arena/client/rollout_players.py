"""The players of rollouts: they follow the events of a deal, and answer its questions by a policy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias

from arena.client.holdings import held, on_the_table
from arena.client.seat import Question
from arena.client.sensible_play.answers import answer
from arena.client.sensible_play.seen import NOBODY, Seen
from arena.client.words import NOTHING, words_of
from arena.games.kernel import AnyGame, Ask, Card, Deal, Did, Event, Note, Seat, View, Word, facts
from arena.games.kernel.knowledge import tell, told
from arena.games.parts.trick_rules import TrickRules, Unknown
from arena.games.parts.tricks import ranking
from arena.games.search.bits import Board, board
from arena.games.study.script import INNOCENT

Chances: TypeAlias = Mapping[Word, float]
"""The probability of each legal word; a word that is missing has the probability 0."""
Policy: TypeAlias = Callable[[Any, View], Word | Chances]
"""A function of the question (the kernel's `Ask`, or a `Question`) and the view of the seat that is asked."""


class Players(ABC):
    """All players of one deal, which go by one policy.

    Args:
        game: the game.
        options: its options.
        standing: the standing before the deal; None before the first deal.
        rng: the source of randomness.
    """

    def __init__(self, game: AnyGame, options: Any, standing: Any, rng: Random) -> None:
        self.game = game
        self.options = options
        self.standing = standing
        self.rng = rng
        self.heard = 0

    @abstractmethod
    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return the answer to a question, or the probability of each answer.

        Args:
            ask: the question.
            log: the events of the deal, with nothing hidden; the players go by what they were told.
            end: how many of them came before the question. It never gets less.
        """

    def hear(self, log: Sequence[Event], end: int) -> None:
        """Take in the first events of the log of the deal; those that were taken in before are skipped."""
        self.heard = max(self.heard, min(end, len(log)))

    def twin(self) -> Players:
        """Return players that know as much, and will follow another way on from here."""
        return self

    def word(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word:
        """Return the answer to a question; see `chances`."""
        found = self.chances(ask, log, end)
        return found if isinstance(found, str) else drawn(found, self.rng)


def drawn(chances: Chances, rng: Random) -> Word:
    """Return a word with its probability; the probabilities need not add up to 1.

    Raises:
        ValueError: no word has a probability above 0.
    """
    if not any(chances.values()):
        raise ValueError("a policy gave no word a probability above 0")
    return rng.choices([*chances], [*chances.values()])[0]


class RandomPlayers(Players):
    """Players that answer with a random legal word."""

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:  # noqa: ARG002 - it looks at nothing
        """Return the same probability for each legal word."""
        return dict.fromkeys(ask.legal, 1 / len(ask.legal))

    def word(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word:  # noqa: ARG002 - it looks at nothing
        """Return a random legal word."""
        return ask.legal[int(self.rng.random() * len(ask.legal))]


class PolicyPlayers(Players):
    """Players that go by a function.

    Args:
        policy: the function.
        game: the game.
        options: its options.
        standing: the standing before the deal; None before the first deal.
        rng: the source of randomness.
    """

    def __init__(self, policy: Policy, game: AnyGame, options: Any, standing: Any, rng: Random) -> None:
        super().__init__(game, options, standing, rng)
        self.policy = policy

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return what the function says.

        Raises:
            ValueError: it gives a word that is not legal.
        """
        begun = 1 if log and isinstance(log[0], Deal) else 0
        found = self.policy(ask, View(ask.seat, self.options, self.standing, tuple(told(log[begun:end], ask.seat))))
        words = [found] if isinstance(found, str) else [*found]
        if wrong := [word for word in words if word not in ask.legal]:
            raise ValueError(f"the policy answered {wrong[0]!r}; it may say {' '.join(ask.legal)}")
        return found


class SensiblePlayers(Players):
    """Players that decide as the sample bot `sensible` does: its own code, with a table for each of them.

    Args:
        game: the game.
        options: its options.
        standing: the standing before the deal; None before the first deal.
        rng: the source of randomness.
        tables: seat -> the table of that player; see `seats_seen`.
    """

    def __init__(self, game: AnyGame, options: Any, standing: Any, rng: Random, tables: dict[Seat, Seen]) -> None:
        super().__init__(game, options, standing, rng)
        self.tables = tables
        self.told = dict.fromkeys(tables, 0)

    def hear(self, log: Sequence[Event], end: int) -> None:
        """Tell all players what they may know."""
        for seat in self.tables:
            self._tell(seat, log, end)
        super().hear(log, end)

    def twin(self) -> Players:
        """Return players with tables of their own."""
        tables = {seat: table.copy() for seat, table in self.tables.items()}
        found = SensiblePlayers(self.game, self.options, self.standing, self.rng, tables)
        found.heard, found.told = self.heard, self.told.copy()
        return found

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return the answer of the sample bot. Only who is asked, and has a choice, is told what has happened."""
        legal = [*ask.legal]
        if len(legal) == 1:
            return legal[0]
        self._tell(ask.seat, log, end)
        return answer(self.tables[ask.seat], ask.seat if ask.hand is None else ask.hand, ask.kind, legal)

    def _tell(self, seat: Seat, log: Sequence[Event], end: int) -> None:
        """Tell a player what it may know of the events that it was not told yet."""
        table, begin = self.tables[seat], self.told[seat]
        for index in range(begin, end):
            known = tell(log[index], seat)
            if known is not None:
                hear(table, known)
        self.told[seat] = max(begin, end)


def hear(table: Seen, event: Event) -> None:
    """Tell an event to a table, without the detour over a line of words."""
    if isinstance(event, Did):
        seat, kind, word, _, _ = event
        table.watch(seat, kind, NOTHING if word is None else word)
    elif isinstance(event, Note) and event.kind == "trick":
        winner = event.values[0]
        table.take(winner if isinstance(winner, int) else NOBODY)
    else:
        table.hear(*words_of(event))


def seats_seen(game: AnyGame, options: Any, seats: Sequence[Seat]) -> dict[Seat, Seen]:
    """Return tables of the sample bot at the start of a game, one for each of these seats."""
    sides = ",".join(["-" if side is None else str(side) for side in game.seating(options).sides])
    words = [f"{key}={value}" for key, value in options.in_force().items()]
    found = {seat: Seen() for seat in seats}
    for seat, table in found.items():
        table.hear("game", ["G", game.name, f"seat={seat}", f"sides={sides}", *words])
    return found


class GreedyPlayers(Players):
    """Players that take each trick as cheaply as they can, and otherwise throw their lowest card."""

    def __init__(self, game: AnyGame, options: Any, standing: Any, rng: Random) -> None:
        super().__init__(game, options, standing, rng)
        self.sides = game.seating(options).sides
        self.board: Board | None = None
        self.known = False

    def twin(self) -> Players:
        """Return players that look for the rules of the tricks by themselves, if they are not known yet."""
        found = GreedyPlayers(self.game, self.options, self.standing, self.rng)
        found.board, found.known = self.board, self.known
        return found

    def chances(self, ask: Ask | Question, log: Sequence[Event], end: int) -> Word | Chances:
        """Return the greedy answer."""
        if ask.kind == "play" and not self.known:
            self.board, self.known = (
                board_of(self.game, View(ask.seat, self.options, self.standing, tuple(log[:end]))),
                True,
            )
        return greedy_word(self.game, self.options, self.sides, self.board, ask, log, end)


def board_of(game: AnyGame, view: View) -> Board | None:
    """Return the board of a deal; None if its tricks have rules that searches do not know."""
    if game.trick_rules is None:
        return None
    try:
        return board(game.trick_rules(facts(view.options, view.standing, view.events)))
    except Unknown:
        return None


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


EAGER: Final = frozenset({"mark", "rob", "jo"})
"""Words that take what costs nothing: a point, or a trump."""


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
    if (free := next((word for word in ask.legal if word in EAGER), None)) is not None:
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
    if (innocent := next((word for word in INNOCENT if word in ask.legal), None)) is not None:
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
    """Return a board on which cards rank as the pack lists them, from high to low in each suit, with trumps above."""
    return board(TrickRules(ranking(pack, trump if any(card[-1] == trump for card in pack) else None), (0,), 1))


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
