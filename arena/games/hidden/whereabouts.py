"""Where the cards may be, given what one seat was told; and deals drawn from that knowledge.

The plan of the deal says where each card of the pack went. Shows, plays and cards laid aside say where some cards are
now, and which cards moved unseen. `Whereabouts` reads all of this in the same way for every game. A game adds its own
facts: what a play betrays, which seat called a misdeal.

A deal is drawn backward. First `filling` puts the unseen cards uniformly where they may lie now. Then `moves` undoes
every exchange, the last one first. Which cards of a hand came out of a stock does not depend on their values, so each
undoing is a fair choice too, and every deal that agrees with the view is drawn equally often. Knowledge about a hand as
dealt, before an exchange, is checked against the finished deal; if it does not hold, another deal is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from math import comb, prod
from random import Random
from typing import Final, TypeAlias

from arena.games.hidden.cases import Case, divisions
from arena.games.hidden.filling import Cards, Slot, filling_one_of
from arena.games.hidden.moves import Laid, Played, Took, Undo
from arena.games.hidden.reading import Reading
from arena.games.kernel.events import Card, Place, Plan, Seat, Word
from arena.games.kernel.game import Sampler, View, World
from arena.games.parts.cards import assemble, more
from arena.games.parts.duties import betrayed
from arena.games.parts.kitty import KITTY
from arena.games.parts.tricks import Duty, Playing, Ranking, Trick

TRIES: Final = 100_000
"""How many deals are drawn at most until one agrees with the knowledge about hands as dealt."""
Test: TypeAlias = Callable[[Sequence[Card]], bool]


class Whereabouts(Reading):
    """What a seat knows about the cards: what it was told, and the facts that a game adds. It draws deals.

    Args:
        view: what the seat was told in the deal.
        pack: all cards.
        where: the plan of the deal.
        open_hands: seats whose cards lie on the table, each card in a place of its own in the plan. Their shows and
            plays are left to the game.
    """

    def __init__(
        self, view: View, pack: tuple[Card, ...], where: Plan, open_hands: frozenset[Seat] = frozenset()
    ) -> None:
        super().__init__(view, pack, where, open_hands)
        self._words: dict[tuple[Seat, str], tuple[Word, ...]] = {}
        self._rising: Callable[[Card], int] | None = None
        self._cases: list[Sequence[Case]] = []
        self._quotas: dict[Seat, Sequence[Slot]] = {}
        self._tests: list[tuple[Seat, Test]] = []

    def lie(self, place: Place, cards: Sequence[Card]) -> None:
        """Add that these cards lie in a place, except those that were seen elsewhere since."""
        self._locate(place, self.cards.of(cards) & self.unseen)

    def lacks(self, place: Place, cards: Collection[Card]) -> None:
        """Add that none of these cards lies in a place now."""
        if place in self._may:
            self._may[place] &= ~self.cards.of(cards)

    def only(self, place: Place, cards: Collection[Card]) -> None:
        """Add that no cards but these lie in a place now."""
        if place in self._may:
            self._may[place] &= self.cards.of(cards)

    def split(self, cases: Sequence[Case]) -> None:
        """Add that one of these cases holds; for knowledge that involves several places at once."""
        self._cases.append(cases)

    def at_least(self, place: Place, quotas: Sequence[tuple[int, Sequence[Card]]]) -> None:
        """Add that at least `count` of each list of cards lie in a place now; no card may be in two lists."""
        due: list[Slot] = []
        others = self.cards.all
        for count, listed in quotas:
            cards = self.cards.of(listed)
            lacking = count - (self._known.get(place, 0) & cards).bit_count()
            if lacking > 0:
                due.append(Slot(lacking, cards))
                others &= ~cards
        if due:
            least = [*due, Slot(0, others)]
            free = self.unknown(place) - sum([slot.size for slot in due])
            self._cases.append(
                [
                    Case({place: [Slot(slot.size + more, slot.cards) for slot, more in zip(least, split, strict=True)]})
                    for split in divisions(free, len(least))
                ]
            )

    def dealt(self, seat: Seat, test: Test) -> None:
        """Add that another seat's hand, as dealt, passes a test; cards dealt to it later (`more`) come last."""
        if seat != self.me:
            self._tests.append((seat, test))

    def dealt_just(self, seat: Seat, quotas: Sequence[tuple[int, Sequence[Card]]]) -> None:
        """Add that another seat's hand, as dealt, has exactly `count` of each list of cards and no other cards."""
        if seat != self.me:
            self._quotas[seat] = [Slot(count, self.cards.of(cards)) for count, cards in quotas]

    def word(self, seat: Seat, kind: str, *words: Word) -> None:
        """Add the answers that another seat gives, in order, if it is asked secret questions of this kind."""
        if seat != self.me:
            self._words[seat, kind] = words

    def misdeal(self, seats: Sequence[Seat], low: Collection[Card]) -> None:
        """Add that a seat that called a misdeal holds only low cards, and that other seats asked chose to play.

        Args:
            seats: the seats that may be asked (`arena.games.parts.misdeal`).
            low: the low cards.
        """
        for seat in seats:
            self.word(seat, "misdeal", "play")
        if called := self.facts.last("misdeal"):
            self.only(int(called[0]), low)
            self.word(int(called[0]), "misdeal", "misdeal")

    def robbing(self, seats: Iterable[Seat], words: tuple[Word, Word] = ("rob", "leave")) -> None:
        """Add that a seat that robbed said yes, and that other seats asked said no (`arena.games.parts.robbing`)."""
        for seat in seats:
            self.word(seat, "rob", words[(seat,) not in self.facts.notes.get("rob", ())])

    def keeps_taken(self) -> None:
        """Add that no seat lays aside cards just taken (`from_taken=False` of `arena.games.parts.robbing.swap`)."""
        last: dict[Place, Took] = {}
        for move in self._moves:
            if type(move) is Took:
                last[move.seat] = move
            elif type(move) is Laid and move.seat in last:
                self.lacks(move.pile, last[move.seat].known)

    def laid_in_order(self, key: Callable[[Card], int]) -> None:
        """Add that cards are laid aside in rising order of a key, in any order among equals."""
        self._rising = key

    def tricks(
        self,
        rank: Ranking,
        seats: int,
        *,
        duty: Duty | None = None,
        named: Mapping[Card, str] | None = None,
        otherwise: Sequence[Card] = (),
        blind: Collection[Card] = (),
    ) -> None:
        """Add what the tricks played betray: no seat holds a card that it would have had to play.

        A card that lies face down betrays nothing, apart from `blind`.

        Args:
            rank: the order of the cards.
            seats: how many seats take part in a trick.
            duty: the duty of the seats; None for following suit.
            named: the suit named for a card that was led, where it is not the card's own.
            otherwise: cards that a seat must play if it cannot follow suit.
            blind: cards that a seat bound by the duty cannot hold if it plays face down.
        """
        if duty is not None:
            self._betrayed(rank, seats, duty, blind)
            return
        plays, suit = self.plays, rank.suit
        for at in self._tricks_led(seats):
            first = plays[at][1]
            led = named[first] if named and first in named else suit[first]
            for seat, card in plays[at + 1 : at + seats]:
                if suit[card] != led and seat in self._may and seat != self.me:
                    self._may[seat] &= ~self.cards.of((*rank.cards[led], *otherwise))

    def _tricks_led(self, seats: int) -> range:
        """Return the index of the play that began each trick, up to the first trick led face down."""
        hidden = [at for at in self._down.values() if at % seats == 0]
        return range(0, min([len(self.plays), *hidden]), seats)

    def _betrayed(self, rank: Ranking, seats: int, duty: Duty, blind: Collection[Card]) -> None:
        """Ask the duty, for each card played, which cards the seat cannot hold.

        The legal cards of other seats cannot depend on a card that lies face down, so any card that it may be stands in
        for it.
        """
        won: list[Trick] = []
        plays, led = self.plays.copy(), self._tricks_led(seats)
        if blind:
            stand_in = next(card for card in self.cards.pack if card not in blind)
            for seat, at in sorted(self._down.items(), key=lambda down: down[1]):
                plays.insert(at, Played(seat, stand_in))
            led = range(0, len(plays), seats)
        for at in led:
            trick = plays[at : at + seats]
            on = Playing([], rank, tuple(seat for seat, _ in trick), won)
            for number, (seat, card) in enumerate(trick, at):
                if seat != self.me:
                    hidden = self._down.get(seat) == number
                    lacking = blind if hidden else betrayed(duty, on, card, self.cards.pack)
                    self.lacks(seat, lacking)
                    self.lacks(self.face_down(seat), lacking)
                on.cards.append(card)
            won.append(Trick(on.order, tuple(on.cards), on.winner, 0))

    # Drawing deals.

    def sampler(self) -> Sampler:
        """Return the sampler: it draws uniformly from all deals that agree with everything known.

        Raises:
            ValueError: no deal agrees.
        """
        for seat in list(self._quotas):
            if self._only_took_the_kitty(seat):
                self._divide(seat)
            else:
                self._tests.append((seat, partial(_is_just, self.cards, self._quotas.pop(seat))))
        owners, alternatives, ways = self._slots()
        filled = filling_one_of(alternatives, self.unseen, self.cards, ways)
        start = {place: self.cards.listed(known) for place, known in self._known.items()}
        moves = self._moves[::-1]
        played = 0
        while played < len(moves) and type(move := moves[played]) is Played:  # no hidden card has moved since
            start[move.seat].append(move.card)
            played += 1
        undo = Undo(self.cards, moves[played:], self._words, self._rising, self._quotas)
        where, tests, draws = self.where, self._tests, self._draws

        def draw(rng: Random) -> World:
            for _ in range(TRIES):
                lies = {place: cards.copy() for place, cards in start.items()}
                for place, cards in zip(owners, filled(rng), strict=True):
                    lies[place] += cards
                secrets = undo.undo(lies, rng)
                if secrets is not None and all(test([*lies[seat], *lies.get(more(seat), ())]) for seat, test in tests):
                    return World({**draws, "pack": assemble(where, lies)}, secrets)
            raise ValueError(f"{TRIES} deals did not agree with what is known of the hands as they were dealt")

        return draw

    def _slots(self) -> tuple[list[Place], list[list[Slot]], list[int]]:
        """Return the place of each slot, the slots of every case, and how many deals a placing in it stands for."""
        room = {place: self.unknown(place) for place in self._may if self.unknown(place)}
        if not self._cases:
            return list(room), [[Slot(size, self._may[place]) for place, size in room.items()]], [1]
        found: list[list[Slot]] = []
        ways: list[int] = []
        parts = dict.fromkeys(room, 1)
        for cases in self._cases:
            for case in cases:
                parts |= {place: max(parts[place], len(slots)) for place, slots in case.parts.items() if place in room}
        for together in product(*self._cases):
            slots: list[Slot] = []
            for place, size in room.items():
                may = self._may[place]
                for case in together:
                    may &= case.allowed.get(place, -1)
                split = [case.parts[place] for case in together if place in case.parts]
                own = [Slot(part.size, part.cards & may) for part in split[0]] if split else [Slot(size, may)]
                slots += [*own, *[Slot(0, 0)] * (parts[place] - len(own))]
            found.append(slots)
            ways.append(prod(case.ways for case in together))
        return [place for place in room for _ in range(parts[place])], found, ways

    def _only_took_the_kitty(self, seat: Seat) -> bool:
        """Return whether a seat has at most exchanged with the kitty, unseen, and no seat took the kitty since."""
        moves = [move for move in self._moves if type(move) is not Played]
        own = [move for move in moves if move.seat == seat]
        if not own:
            return True
        first, last = own[0], [move for move in moves if type(move) is Took and move.source == KITTY][-1:]
        if type(first) is not Took or first.known or first.before or last != [first]:
            return False
        return all(type(move) is Laid and move.pile == KITTY for move in own[1:])

    def _divide(self, seat: Seat) -> None:
        """Add the cases of a hand that was dealt fixed numbers of cards of some kinds.

        If the seat has exchanged cards, a case is a division of its hand and its pile by kinds. Each placing then
        stands for as many deals as there are ways to choose from these cards those that were dealt.
        """
        quotas = self._quotas[seat]
        others = self.cards.all
        for quota in quotas:
            others &= ~quota.cards
        kinds = [*(quota.cards for quota in quotas), others]
        out = self.cards.of([card for by, card in self.plays if by == seat])
        pile = self._pile(seat)
        known = self._known[seat] | out
        if not any(type(move) is Took and move.seat == seat for move in self._moves):
            left = [Slot(quota.size - (known & quota.cards).bit_count(), quota.cards) for quota in quotas]
            self._cases.append([Case({seat: left})])
            return
        known |= self._known.get(pile, 0)
        cases = []
        for hand in divisions(self.unknown(seat), len(kinds)):
            for away in divisions(self.unknown(pile), len(kinds)):
                had = [(known & kind).bit_count() + a + b for kind, a, b in zip(kinds, hand, away, strict=True)]
                ways = prod(comb(have, quota.size) for have, quota in zip(had, quotas, strict=False))
                if ways:
                    parts: dict[Place, Sequence[Slot]] = {seat: list(map(Slot, hand, kinds))}
                    if self.unknown(pile):
                        parts[pile] = list(map(Slot, away, kinds))
                    cases.append(Case(parts, {}, ways))
        self._cases.append(cases)


def _is_just(cards: Cards, quotas: Sequence[Slot], hand: Sequence[Card]) -> bool:
    held = cards.of(hand)
    return all((held & quota.cards).bit_count() == quota.size for quota in quotas)
