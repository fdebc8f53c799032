"""A second opinion on Two Hundred: a slow, literal checker of records, written from the rule sheet alone.

`check` reads a record (what a spectator is told), works out again from the options, the hands and the decisions all
that the sheet determines, and returns the differences as sentences. No note is trusted. Where the sheet leaves the
representation open it is lenient:

- options: a word missing or `auto` means the default;
- `note deal`: `dealer` and `scores` must be there; `finished` (deals), `pot`, `money`, `silent` and `out` are compared
  where they are;
- `note points` has for each line of the score sheet the points of its own tricks, and the discard where it counts it;
- the score sheet of `silent_fixed` has a line for the silent partner too, which stays 0;
- places: winners share place 1, the others are behind in the order of their scores, and last those who cannot win: an
  eliminated pair, the silent partner of the game;
- `note silent`, `note out` and `note partner` tell who is silent in a deal, who drops out, whose card was called;
- `games` may be missing where it is 1; `label` and `money` may be missing or `-` where there are none;
- a record in which a bot was stopped (`note fault`) is compared up to there;
- notes of other kinds are not compared, but `not_compared` names them.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.second_opinion.cards import left_of
from tests.games.second_opinion.checker import Checker, Clauses, Ending, GameCheck, Told
from tests.games.second_opinion.log import Kinds, Line, Log, listed, number
from tests.games.second_opinion.two_hundred.cards import first_jack
from tests.games.second_opinion.two_hundred.deal import Deal, Outcome, silent_partner
from tests.games.second_opinion.two_hundred.scoring import (
    Played,
    changes,
    counted,
    games_counted,
    judge,
    limit,
    payments,
    shares,
)
from tests.games.second_opinion.two_hundred.sheet import (
    DEFAULTS,
    Sheet,
    invalid,
    may_deal,
    read_sheet,
    unknown_words,
)

KINDS = Kinds(
    course="TH-65",
    notes="contract trump trick points scores misdeal thrown-in silent out partner pot discard-points",
    shows="hand kitty discard shown-discard stacks turned first-jack",
)


class TwoHundredCheck(GameCheck):
    """One walk through a record.

    Args:
        sheet: the options in force.
        log: the record after its `game` line.
        silent: the silent partner of `silent_fixed`.
    """

    clauses = Clauses("TH-9", "TH-64", "TH-76", "TH-77", "TH-65 to TH-76", "TH-65 to TH-77")
    standing = ("dealer", "scores", "finished", "pot", "money", "silent", "out")
    ended = ("places", "scores", "reason", "games", "label", "money", "silent")

    def __init__(self, sheet: Sheet, log: Log, silent: int | None) -> None:
        super().__init__(log, sheet.sides())
        self.sheet = sheet
        self.silent = silent
        self.lines = sheet.sides()
        self.sides = sheet.sides(silent)
        self.changed: set[int] = set()
        self.turned: Line = []
        seats = range(sheet.hands)
        self.paid = dict.fromkeys(seats, sheet.ante if sheet.pot else 0)  # TH-78 (a)

    def begin(self) -> None:
        """Compare the pot at the beginning, and read the cards turned up for the first dealer."""
        self.see_pot(self.paid)
        self.see_first_jack()

    @property
    def pot(self) -> int:
        """What lies in the pot, in cents."""
        return sum(self.paid.values())

    def one_deal(self) -> Ending | None:
        """Follow one deal and what it does to the game (TH-65)."""
        dealer = self.see_standing(self.log.next_deal())
        silent = silent_partner(self.sheet, dealer, self.silent)
        outcome = Deal(self.sheet, self.log, self.sides, self.scores, dealer, silent).follow()
        if outcome == "misdeal":
            self.dealer = dealer  # TH-15: the same dealer again
            return None
        competing = list(self.sides)
        ending = self.account(outcome, dealer)
        self.finished += 1
        if ending is None and self.finished == self.sheet.max_deals:
            ending = limit(self.sides, self.scores)  # TH-76
        if ending is None:
            for side in competing:
                if side not in self.sides:
                    self.log.note("TH-73", "out", side)
        self.dealer = left_of(self.may_deal(), dealer)  # TH-9
        return ending

    def may_deal(self) -> list[int]:
        """Return the seats that may deal now (TH-9)."""
        seats = {seat for members in self.sides.values() for seat in members}
        return [seat for seat in may_deal(self.sheet, self.silent) if seat in seats]

    def more_standing(self) -> list[Told]:
        """Return what else `note deal` tells."""
        out = listed(side for side in self.lines if side not in self.sides and side != self.silent)
        return [
            ("TH-80", "pot", str(self.pot)),
            ("TH-80", "money", listed(-cents for cents in self.paid.values())),
            ("TH-48", "silent", str(self.silent)),
            ("TH-73", "out", out),
        ]

    def see_first_jack(self) -> None:
        """Read the cards that are turned up for the first dealer (TH-8)."""
        if self.sheet.first_dealer == "first_jack":
            self.turned = (self.log.claim("show", "first-jack") or [])[1:]
            if [card[0] == "J" for card in self.turned] != [False] * (len(self.turned) - 1) + [True]:
                raise self.log.lose("TH-8", f"cards are turned up to the first jack, the record shows {self.turned}")

    def first_dealer(self, said: int | None) -> int:
        """Compare the first dealer with the option (TH-8)."""
        allowed = self.may_deal()
        if self.sheet.first_dealer.isdecimal():
            allowed = [int(self.sheet.first_dealer)]
        elif self.turned:
            allowed = [first_jack(self.turned, allowed)]
        if said is None or said not in allowed:
            raise self.log.lose("TH-8", f"the first dealer is one of {allowed}, the record says {said}")
        return said

    # Scores

    def account(self, outcome: Outcome, dealer: int) -> Ending | None:
        """Score a deal, take the payments, and see whether it ends the game (TH-52 to TH-80)."""
        played = outcome if isinstance(outcome, Played) else None
        if self.sheet.pot:
            paid = dict.fromkeys(self.paid, 0) | payments(self.sheet, self.sides, played, dealer)
            self.paid = {seat: cents + paid[seat] for seat, cents in self.paid.items()}
            self.see_pot(paid)
        if played is None:
            return None
        self.see_points(played)
        for side, change in changes(self.sheet, self.sides, self.scores, played).items():
            self.scores[side] += change
            if change:
                self.changed.add(side)
        self.see_note("TH-55 to TH-64", "scores", self.scores.values())
        ending, dropped = judge(self.sheet, self.sides, self.scores, played)
        if ending is None:
            self.sides = {side: seats for side, seats in self.sides.items() if side not in dropped}  # TH-73
        return ending

    def see_points(self, played: Played) -> None:
        """Compare the points of each line of the score sheet, none for a pair that has dropped out (TH-52, TH-53)."""
        in_play = self.lines if self.silent is not None else self.sides
        right = [counted(self.sheet, played, seats) if side in in_play else 0 for side, seats in self.lines.items()]
        self.see_note("TH-52, TH-53", "points", right)

    def see_pot(self, paid: dict[int, int]) -> None:
        """Compare the size of the pot and what each seat has just paid into it (TH-78, TH-80)."""
        if self.sheet.pot:
            self.log.note("TH-78", "pot", self.pot, *paid.values())

    # The end

    def can_win(self, side: int) -> bool:
        """Return whether a side is still in the game: not eliminated, nor the silent partner."""
        return side in self.sides

    def more_ending(self, ending: Ending) -> list[tuple[str, str, str, str]]:
        """Return what else the `over` line tells (TH-48, TH-70, TH-75, TH-77)."""
        scores = {side: score for side, score in self.scores.items() if side != self.silent}
        silent = str(self.silent)
        games = games_counted(self.sheet, ending, scores, self.changed)
        return [
            ("TH-75", "games", str(games), "1"),
            ("TH-70", "label", ending.label or "-", "-"),
            ("TH-48", "silent", silent, silent),
            ("TH-77 to TH-79", "money", self.money(ending), "-"),
        ]

    def money(self, ending: Ending) -> str:
        """Return what every player won or lost (TH-78, TH-79)."""
        if not self.sheet.pot:
            return "-"
        got = shares(self.pot, [seat for side in ending.winners for seat in self.lines[side]])
        return listed(got.get(seat, 0) - cents for seat, cents in self.paid.items())


def silent_all_game(sheet: Sheet, lines: Iterable[Line]) -> int | None:
    """Return the silent partner of `silent_fixed`: the seat that is set, or that the first note tells (TH-48)."""
    if sheet.format != "silent_fixed":
        return None
    drawn = next((number(line[2]) for line in lines if line[:2] == ["note", "silent"]), 0)
    return int(sheet.silent_seat) if sheet.silent_seat.isdecimal() else drawn


def side_of(sheet: Sheet) -> list[int]:
    """Return the side of each seat (TH-3)."""
    return [side for seat in range(sheet.hands) for side, seats in sheet.sides().items() if seat in seats]


def follow(sheet: Sheet, log: Log) -> None:
    """Walk through a record of a game with these options."""
    TwoHundredCheck(sheet, log, silent_all_game(sheet, log.lines)).run()


CHECKER = Checker(
    name="two-hundred",
    title="Two Hundred",
    seating="TH-3",
    kinds=KINDS,
    defaults=DEFAULTS,
    wrong_words=unknown_words,
    read_sheet=read_sheet,
    invalid=invalid,
    side_of=side_of,
    follow=follow,
)
