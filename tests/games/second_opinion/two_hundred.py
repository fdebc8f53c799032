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

from collections.abc import Collection, Iterable, Sequence

from tests.games.second_opinion.two_hundred_cards import first_jack, left_of
from tests.games.second_opinion.two_hundred_deal import Deal, Outcome, silent_partner
from tests.games.second_opinion.two_hundred_log import Line, Log, LostTrackError, number
from tests.games.second_opinion.two_hundred_scoring import (
    Ending,
    Played,
    changes,
    counted,
    games_counted,
    judge,
    limit,
    payments,
    shares,
)
from tests.games.second_opinion.two_hundred_sheet import (
    DEFAULTS,
    Sheet,
    invalid,
    may_deal,
    read_sheet,
    unknown_words,
)

STANDING = ("dealer", "scores", "finished", "pot", "money", "silent", "out")
"""Words of `note deal` that are compared."""


class GameCheck:
    """One walk through a record.

    Args:
        sheet: the options in force.
        log: the record after its `game` line.
        silent: the silent partner of `silent_fixed`.
    """

    def __init__(self, sheet: Sheet, log: Log, silent: int | None) -> None:
        self.sheet = sheet
        self.log = log
        self.silent = silent
        self.lines = sheet.sides()
        self.sides = sheet.sides(silent)
        self.scores = dict.fromkeys(self.lines, 0)
        self.changed: set[int] = set()
        self.finished = 0
        self.turned: Line = []
        self.dealer: int | None = None
        seats = range(sheet.hands)
        self.paid = dict.fromkeys(seats, sheet.ante if sheet.pot else 0)  # TH-78 (a)

    def run(self) -> None:
        """Follow the game as far as the record can be followed."""
        try:
            self.see_pot(self.paid)
            self.see_first_jack()
            ending = None
            while ending is None:
                ending = self.one_deal()
            self.see_over(ending)
        except LostTrackError:
            return

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

    def see_standing(self, words: Line) -> int:
        """Compare the line that opens a deal; return its dealer."""
        told = settings(words[1:])
        self.log.not_compared |= {f"note deal {name}=" for name in told if name not in STANDING}
        if words[0] != str(self.log.deal):
            self.log.differ("the record", f"this is deal {self.log.deal}, the record says {words[0]}")
        dealer = number(told.get("dealer", ""))
        if self.dealer is None:
            dealer = self.first_dealer(dealer)
        if self.dealer is not None and dealer != self.dealer:
            raise self.log.lose("TH-9", f"the dealer is seat {self.dealer}, the record says {told.get('dealer')}")
        self.see_list("TH-64", "the scores before the deal", told.get("scores", "").split(","), self.scores.values())
        assert dealer is not None
        for clause, name, right in (
            ("TH-76", "finished", str(self.finished)),
            ("TH-80", "pot", str(self.pot)),
            ("TH-80", "money", listed(-cents for cents in self.paid.values())),
            ("TH-48", "silent", str(self.silent)),
            ("TH-73", "out", listed(side for side in self.lines if side not in self.sides and side != self.silent)),
        ):
            if told.get(name, right) != right:
                self.log.differ(clause, f"{name} is {right}, the record says {told[name]}")
        return dealer

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
        self.see_list("TH-55 to TH-64", "note scores", self.log.claim("note", "scores") or [], self.scores.values())
        ending, dropped = judge(self.sheet, self.sides, self.scores, played)
        if ending is None:
            self.sides = {side: seats for side, seats in self.sides.items() if side not in dropped}  # TH-73
        return ending

    def see_points(self, played: Played) -> None:
        """Compare the points of each line of the score sheet, none for a pair that has dropped out (TH-52, TH-53)."""
        in_play = self.lines if self.silent is not None else self.sides
        right = [counted(self.sheet, played, seats) if side in in_play else 0 for side, seats in self.lines.items()]
        self.see_list("TH-52, TH-53", "the points", self.log.claim("note", "points") or [], right)

    def see_pot(self, paid: dict[int, int]) -> None:
        """Compare the size of the pot and what each seat has just paid into it (TH-78, TH-80)."""
        if self.sheet.pot:
            self.log.note("TH-78", "pot", self.pot, *paid.values())

    def see_list(self, clause: str, what: str, said: Sequence[str], right: Iterable[int]) -> None:
        """Compare a list with an entry for every line of the score sheet."""
        if listed(said) != listed(right):
            self.log.differ(clause, f"{what} are {listed(right)}, the record says {listed(said)}")

    # The end

    def see_over(self, ending: Ending) -> None:
        """Compare the `over` line (TH-77)."""
        told = settings(self.log.over()[1:])
        known = ("places", "scores", "reason", "games", "label", "money", "silent")
        self.log.not_compared |= {f"over {name}=" for name in told if name not in known}
        self.see_list("TH-77", "the final scores", told.get("scores", "").split(","), self.scores.values())
        scores = {side: score for side, score in self.scores.items() if side != self.silent}
        silent = str(self.silent)
        games = games_counted(self.sheet, ending, scores, self.changed)
        for clause, name, right, silence in (
            ("TH-65 to TH-76", "reason", ending.reason, ""),
            ("TH-75", "games", str(games), "1"),
            ("TH-70", "label", ending.label or "-", "-"),
            ("TH-48", "silent", silent, silent),
        ):
            if told.get(name, silence) != right:
                self.log.differ(clause, f"{name} is {right}, the record says {told.get(name)}")
        self.see_places(ending, told.get("places", "").split(","))
        self.see_money(ending, told.get("money", "-"))

    def see_places(self, ending: Ending, said: list[str]) -> None:
        """Compare the places: winners first, the others in the order of their scores, then those who cannot win."""
        marks = {side: (side in ending.winners, side in self.sides, self.scores[side]) for side in self.lines}
        places = [1 + sum(other > mark for other in marks.values()) for mark in marks.values()]
        self.see_list("TH-65 to TH-77", "the places", said, places)

    def see_money(self, ending: Ending, said: str) -> None:
        """Compare what every player won or lost (TH-78, TH-79)."""
        if not self.sheet.pot:
            if said != "-":
                self.log.differ("TH-77", f"there is no money without a pot, the record says {said}")
            return
        got = shares(self.pot, [seat for side in ending.winners for seat in self.lines[side]])
        net = [got.get(seat, 0) - cents for seat, cents in self.paid.items()]
        if said != listed(net):
            self.log.differ("TH-79", f"the money by seat is {listed(net)}, the record says {said}")


def settings(words: Sequence[str]) -> dict[str, str]:
    """Return `key=value` words as a mapping."""
    return dict(word.split("=", 1) for word in words if "=" in word)


def listed(values: Iterable[object]) -> str:
    """Return values as the word that lists them."""
    return ",".join(map(str, values))


def see_frame(sheet: Sheet, told: dict[str, str], game: str, last: Line) -> list[str]:
    """Return what is wrong with the id at the end, and with `seats` and `sides` of the game line (TH-3)."""
    found = []
    if last[0] == "over" and last[1] != game:
        found.append(f"the record: game {game} begins, game {last[1]} ends")
    if told.get("seats", str(sheet.hands)) != str(sheet.hands):
        found.append(f"game line: TH-3: there are {sheet.hands} seats, the record says {told['seats']}")
    said = told.get("sides", "").split(",")
    right = [str(side) for seat in range(sheet.hands) for side, seats in sheet.sides().items() if seat in seats]
    # The number of an individual side is free, and so is what is written for a silent partner.
    if said != [""] and (said != right if sheet.team_format else len(said) != len(right)):
        found.append(f"game line: TH-3: the sides are {','.join(right)}, the record says {told['sides']}")
    return found


def silent_all_game(sheet: Sheet, lines: Iterable[Line]) -> int | None:
    """Return the silent partner of `silent_fixed`: the seat that is set, or that the first note tells (TH-48)."""
    if sheet.format != "silent_fixed":
        return None
    drawn = next((number(line[2]) for line in lines if line[:2] == ["note", "silent"]), 0)
    return int(sheet.silent_seat) if sheet.silent_seat.isdecimal() else drawn


def walk(record: str, asked: Sequence[Collection[str]] | None = None) -> Log:
    """Return the log after a walk through the record, with the differences.

    Args:
        record: the lines of the record.
        asked: the legal words of every decision, where the caller knows them: compared with the sheet's.
    """
    first, *lines = [line.split(" ") for line in record.splitlines() if line]
    told = settings(first)
    wrong = unknown_words({name: word for name, word in told.items() if name in DEFAULTS})
    log = Log(lines, asked)
    if first[0] != "game" or first[2] != "two-hundred" or wrong:
        log.found = wrong or ["game line: this is no game of Two Hundred"]
        return log
    sheet = read_sheet(told)
    wrong = invalid(sheet)
    if wrong:
        log.found = wrong
        return log
    log.found = see_frame(sheet, told, first[1], lines[-1] if lines else first)
    GameCheck(sheet, log, silent_all_game(sheet, lines)).run()
    return log


def check(record: str, asked: Sequence[Collection[str]] | None = None) -> list[str]:
    """Return the differences between a record of Two Hundred and the rule sheet, a sentence each; none is right."""
    return walk(record, asked).found


def not_compared(record: str) -> set[str]:
    """Return the kinds of lines and words of a record that the checker does not compare with anything."""
    return walk(record).not_compared
