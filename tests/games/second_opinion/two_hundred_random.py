"""Random games of Two Hundred by the engine, for the second opinion.

`python -m tests.games.second_opinion.two_hundred_random 2000` plays 2000 games of every preset and prints differences;
with a further word `mixed` it plays games in each of which the options are drawn too.
Beside the record, whatever else the engine says is compared with the sheet: the words it offers, how the packs are
dealt, who is told what, and the presets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

import protocol
from arena import record
from arena.chance import keyed
from arena.clock import ClockSettings
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask, Deal, Did, Event, Note, Seat, Show, play_game
from arena.games.options import choose
from arena.games.two_hundred.options import Options
from tests.games.second_opinion.two_hundred import check, not_compared, settings
from tests.games.second_opinion.two_hundred_cards import dealt, in_order, suit
from tests.games.second_opinion.two_hundred_mixed import MIXED, valid_words
from tests.games.second_opinion.two_hundred_presets import PRESETS
from tests.games.second_opinion.two_hundred_sheet import RANKS, SUITS, Sheet, may_deal, read_sheet

T = TypeVar("T")

TWO_HUNDRED = GAMES["two-hundred"]
NOT_COMPARED_IN = 10
"""Of so many games of a preset the command says what was not compared."""
TOLD = {"misdeal": "nobody", "discard": "fact"}
"""TH-82: what the others learn of these decisions; every other word is public (TH-81)."""


class Played(NamedTuple):
    """A game played by the engine: its record, the words offered at each decision, its draws by name, its events."""

    record: str
    asked: list[Sequence[str]]
    draws: dict[str, tuple[Any, ...]]
    events: list[Event]


@dataclass
class Draws:
    """The chance of a game: fair, but some packs are sorted so that one hand is very strong.

    Args:
        sheet: the options in force.
        rng: decides what is sorted.
        fair: the fair chance.
        made: all draws by name.
    """

    sheet: Sheet
    rng: Random
    fair: Callable[[str, Sequence[Any]], tuple[Any, ...]]
    made: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    def __call__(self, name: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in an order, as the kernel's `Chance` wants it."""
        drawn = self.fair(name, items)
        if sorted(map(str, items)) == sorted(self.sheet.pack) and self.rng.random() < 0.3:
            drawn = self.sorted(drawn)
        self.made[name] = drawn
        return drawn

    def sorted(self, pack: Sequence[T]) -> tuple[T, ...]:
        """Return the pack so that one seat is dealt nearly the whole of a long suit, high cards first."""
        trump = self.rng.choice(SUITS)
        best = sorted(pack, key=lambda card: (suit(str(card)) != trump, RANKS.index(str(card)[0])))
        places, kitty = dealt(self.sheet, [str(i) for i in range(len(pack))], 0, range(self.sheet.hands))
        seat = self.rng.randrange(self.sheet.hands)
        strong = places.pop(seat)
        self.rng.shuffle(strong)
        order = [*strong, *kitty, *(place for hand in places.values() for place in hand)]
        cards = dict(zip(map(int, order), best, strict=True))
        for _ in range(self.rng.randrange(4)):
            i, j = self.rng.randrange(len(pack)), self.rng.randrange(len(pack))
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards[i] for i in range(len(pack)))


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


class Choosers(Protocol):
    """Whoever answers for all seats."""

    def choose(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return one of the legal words; `log` is all that has happened."""


def random_game(preset: str, number: int) -> Played:
    """Return a game of a preset with random answers; the same numbers give the same game."""
    rng = Random(f"{preset} {number}")
    return played_game(preset, number, rng, Players(rng, sheet_of(preset, number).min_bid))


def played_game(preset: str, number: int, rng: Random, players: Choosers) -> Played:
    """Return a game that was played to its end; `rng` decides which packs are sorted."""
    options = options_of(preset, number)
    chance = Draws(sheet_of(preset, number), rng, keyed("second opinion", f"{preset} {number}"))
    position = play_game(TWO_HUNDRED, options, chance)
    asked = []
    while position.ask is not None:
        asked.append(position.ask.legal)
        position.play(players.choose(position.ask, position.log))
    assert position.result is not None
    names = ["somebody"] * len(TWO_HUNDRED.table(options).players)
    messages = [
        record.opening("G1", TWO_HUNDRED, preset, options, ClockSettings(), names=names),
        *map(record.message, position.log),
        record.ending("G1", position.result),
    ]
    text = b"".join(protocol.LINE.encode(message, None) for message in messages).decode()
    return Played(text, asked, chance.made, position.log)


def most_deals(number: int) -> int:
    """Return `max_deals` of a game: every third is played to its end, the others stop after 1 to 8 deals (TH-76)."""
    return 1 + number % 8 if number % 3 else 200


def options_of(preset: str, number: int) -> Options:
    """Return the options of a game, for the engine."""
    words = valid_words(number) if preset == MIXED else {}
    options: Options = choose(TWO_HUNDRED.presets.get(preset, Options()), words)
    return replace(options, max_deals=most_deals(number))


def sheet_of(preset: str, number: int) -> Sheet:
    """Return the options of a game, for the sheet."""
    words = valid_words(number) if preset == MIXED else PRESETS[preset]
    return read_sheet({**words, "max_deals": str(most_deals(number))})


def differences(preset: str, number: int) -> list[str]:
    """Return all differences between the engine and the sheet in one random game."""
    return differences_in(random_game(preset, number), sheet_of(preset, number))


def differences_in(game: Played, sheet: Sheet) -> list[str]:
    """Return all differences between the engine and the sheet in a game that was played by these options."""
    found = check(game.record, game.asked)
    if sheet.format == "two_stacks":
        found += check(with_stacks_as_received(sheet, game))
    if read_sheet(settings(game.record.split("\n", 1)[0].split(" "))) != sheet:
        found.append("presets table: the options of the game line are not those of the preset")
    return found + check_dealing(sheet, game) + check_secrets(game.events, sheet)


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


def main(words: Sequence[str], play: Callable[[str, int], Played] = random_game) -> int:
    """Play games and print the differences; return how many games had any.

    Args:
        words: games for each preset, then presets (none: all that the engine has).
        play: plays a game of a preset, by its number.
    """
    games, presets = int(words[0]), words[1:] or list(TWO_HUNDRED.presets)
    wrong = 0
    for preset in presets:
        unseen: set[str] = set()
        for number in range(games):
            game = play(preset, number)
            found = differences_in(game, sheet_of(preset, number))
            wrong += bool(found)
            unseen |= not_compared(game.record) if number < NOT_COMPARED_IN else set()
            for sentence in found[:3]:
                sys.stdout.write(f"{preset} game {number}: {sentence}\n")
        sys.stdout.write(f"{preset}: {games} games; not compared: {sorted(unseen)}\n")
        sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
