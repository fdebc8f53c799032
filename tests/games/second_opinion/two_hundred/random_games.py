"""Random games of Two Hundred by the engine, for the second opinion.

`python -m tests.games.second_opinion.two_hundred.random_games 2000` plays 2000 games of every preset and prints
differences; with a further word `mixed` it plays games in each of which the options are drawn too.
Beside the record, whatever else the engine says is compared with the sheet: the words it offers, how the packs are
dealt, who is told what, and the presets.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from random import Random

from arena.games.kernel import Ask, Deal, Did, Event, Note, Seat, Show
from tests.games.second_opinion.cards import RANKS, SUITS, in_order, suit
from tests.games.second_opinion.engine import Comparison, Favour, Played
from tests.games.second_opinion.log import settings
from tests.games.second_opinion.two_hundred.cards import dealt
from tests.games.second_opinion.two_hundred.checker import CHECKER
from tests.games.second_opinion.two_hundred.mixed import valid_words
from tests.games.second_opinion.two_hundred.presets import PRESETS
from tests.games.second_opinion.two_hundred.sheet import Sheet, may_deal

TOLD = {"misdeal": "nobody", "discard": "fact"}
"""TH-82: what the others learn of these decisions; every other word is public (TH-81)."""


def favour(sheet: Sheet, rng: Random) -> Favour:
    """Return the order of a pack that gives one hand nearly the whole of a long suit, high cards first."""
    trump = rng.choice(SUITS)
    places, _ = dealt(sheet, [str(i) for i in range(len(sheet.pack))], 0, range(sheet.hands))
    return Favour(
        [[int(place) for place in hand] for hand in places.values()],
        lambda card: (suit(card) != trump, RANKS.index(card[0])),
    )


class Players:
    """Players who choose at random, in a manner that changes from game to game so that all kinds of games come up."""

    def __init__(self, rng: Random, min_bid: int) -> None:
        self.rng = rng
        self.ceiling = min_bid + rng.choice([5, 10, 25, 100])
        self.eager = rng.choice([0.1, 0.3, 0.5, 0.8])
        self.bold = rng.choice([0.0, 0.1, 0.5])
        self.sensible = rng.choice([0.0, 0.5, 0.9])

    def choose(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return one of the legal words."""
        if ask.kind == "bid":
            return self.bid([word for word in ask.legal if word != "pass"])
        sense = {"all100": self.all100, "trump": self.trump, "discard": self.discard, "play": self.play}
        if ask.kind in sense and self.rng.random() < self.sensible:
            return sense[ask.kind](ask, log)
        return self.rng.choice(ask.legal)

    def bid(self, words: Sequence[str]) -> str:
        """Return a bid, mostly a low one, or a pass."""
        words = [word for word in words if not word.isdecimal() or int(word) <= self.ceiling]
        if not words or self.rng.random() >= self.eager:
            return "pass"
        return self.rng.choice(words if self.rng.random() < self.bold else words[:2])

    def all100(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return the modest answer."""
        return "take"

    def trump(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return the longest suit where it may be named."""
        hand = next(event.cards for event in reversed(log) if isinstance(event, Show) and event.owner == ask.seat)
        longest = max(SUITS, key=lambda s: sum(suit(card) == s for card in hand))
        return longest if longest in ask.legal else self.rng.choice(ask.legal)

    def discard(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return the lowest card."""
        return max(ask.legal, key=lambda card: RANKS.index(card[0]))

    def play(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return the highest card."""
        return min(ask.legal, key=lambda card: RANKS.index(card[0]))


def further(game: Played, sheet: Sheet) -> list[str]:
    """Return the differences in what a record does not tell: dealing, secrets, the order of the stacks."""
    stacks = CHECKER.check(with_stacks_as_received(sheet, game)) if sheet.format == "two_stacks" else []
    return stacks + check_dealing(sheet, game) + check_secrets(game.events, sheet)


def deals_of(sheet: Sheet, game: Played) -> Iterable[tuple[int, dict[int, list[str]], dict[int, list[str]]]]:
    """Yield number, hands shown, and hands dealt from the pack in the order received, of every deal."""
    for part in game.record.split("\nnote deal ")[1:]:
        lines = [line.split(" ") for line in part.split("\n")]
        deal, dealer = int(lines[0][0]), int(settings(lines[0])["dealer"])
        shown = {int(line[2]): line[3:] for line in lines if line[:2] == ["show", "hand"] and line[3:]}
        packs = [
            drawn
            for name, drawn in game.draws.items()
            if name.startswith(f"deal {deal} ") and sorted(map(str, drawn)) == sorted(sheet.pack)
        ]
        seats = range(4) if sheet.format == "two_stacks" else sorted(shown)
        yield deal, shown, dealt(sheet, packs[0], dealer, seats)[0]


def check_dealing(sheet: Sheet, game: Played) -> list[str]:
    """Return where the hands are not what the pack gives (TH-11, TH-12), and who might not have dealt first (TH-8)."""
    found = [
        f"deal {deal}: TH-11, TH-12: seat {seat} is dealt {in_order(hands[seat])}, the record shows {hand}"
        for deal, shown, hands in deals_of(sheet, game)
        for seat, hand in shown.items()
        if len(hand) == len(hands[seat]) and sorted(hand) != sorted(hands[seat])
    ]
    silent = int(sheet.silent_seat) if sheet.silent_seat.isdecimal() else game.draws.get("silent-seat", (None,))[0]
    dealers = may_deal(sheet, silent)
    for clause, name, right in (("TH-48", "silent-seat", range(sheet.hands)), ("TH-8", "first-dealer", dealers)):
        drawn = sorted(game.draws.get(name, right))
        if drawn != [*right]:
            found.append(f"{clause}: {name} is drawn from {right}, the engine draws from {drawn}")
    return found


def with_stacks_as_received(sheet: Sheet, game: Played) -> str:
    """Return the record with the silent seats' cards in the order received, from the packs (TH-14)."""
    dealt_to = {deal: hands for deal, _, hands in deals_of(sheet, game)}
    lines: list[str] = []
    to_leave_out: set[str] = set()
    for line in game.record.splitlines():
        start = line[: len("show hand 2")]
        if start in to_leave_out:
            to_leave_out.remove(start)
            continue
        lines.append(line)
        if line.startswith("note deal "):
            hands = dealt_to[int(line.split(" ")[2])]
            lines += [f"show hand {seat} {' '.join(hands[seat])}" for seat in (2, 3)]
            to_leave_out = {"show hand 2", "show hand 3"}
    return "\n".join(lines)


def check_secrets(events: Iterable[Event], sheet: Sheet) -> list[str]:
    """Return where somebody is told too much or too little (TH-13, 32, 37, 50, 81, 82)."""
    found, contractor = [], -1
    playing: set[Seat | None] = set()
    stacks = (2, 3) if sheet.format == "two_stacks" else ()
    for event in events:
        match event:
            case Deal():
                playing = set()
            case Note("contract", (int(seat), _)):
                contractor = seat
            case Did(seat, kind, _, told, by):
                live = seat - 2 if seat in stacks else seat
                if (told, by) != (TOLD.get(kind, "all"), live):
                    found.append(f"TH-50, TH-81, TH-82: {event} is told wrongly")
            case Show(seats, kind, owner, _) if owner not in stacks:
                playing |= {owner} if kind == "hand" else set()
                if not told_rightly(set(seats), kind, owner, contractor, playing):
                    found.append(f"TH-13, TH-32, TH-82, TH-84: {event} is told wrongly")
            case _:
                pass
    return found


def told_rightly(
    seats: set[Seat], kind: str, owner: Seat | None, contractor: Seat, playing: Iterable[Seat | None]
) -> bool:
    """Return whether the right seats see some cards: a hand its owner, the kitty the contractor, all else everybody."""
    if kind == "hand":
        return seats == {owner}
    return seats == {contractor} if kind == "kitty" else seats >= set(playing)


TWO_HUNDRED = Comparison(
    checker=CHECKER,
    presets=PRESETS,
    mixed=valid_words,
    pack=lambda sheet: sheet.pack,
    favour=favour,
    players=lambda sheet, rng: Players(rng, sheet.min_bid),
    further=further,
)

if __name__ == "__main__":
    sys.exit(bool(TWO_HUNDRED.main(sys.argv[1:])))
