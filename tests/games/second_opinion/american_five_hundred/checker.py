"""A second opinion on American Five Hundred: a slow, literal checker of records, written from the rule sheet alone.

It is made as the one on Five Hundred is (`five_hundred/checker.py`), and says the same of what the sheet leaves open,
but:

- the first dealer is shown by `show first-jack - CARDS`, the first card being seat 0's;
- `note claim SEAT` makes a claim of "Ace - no face" public, `note annulled` ends a deal that is annulled;
- in a granola the five discards are shown to the partner as a second `show kitty - CARDS`.
"""

from __future__ import annotations

from tests.games.second_opinion.american_five_hundred.auction import first_dealer
from tests.games.second_opinion.american_five_hundred.deal import Deal
from tests.games.second_opinion.american_five_hundred.scoring import judge, scores_after
from tests.games.second_opinion.american_five_hundred.sheet import DEFAULTS, Sheet, invalid, read_sheet, wrong_words
from tests.games.second_opinion.cards import not_of_the_pack
from tests.games.second_opinion.checker import Checker, Clauses, Ending
from tests.games.second_opinion.five_hundred.family import FamilyCheck, Outcome
from tests.games.second_opinion.five_hundred.scoring import Played
from tests.games.second_opinion.log import Kinds, Line, Log

KINDS = Kinds(
    course="AF-43 to AF-45",
    notes="contract trump trick points scores thrown-in claim annulled sits-out joker-suit",
    shows="hand kitty first-jack",
    ordered=True,
)
JACKS = ("JS", "JH", "JD", "JC")


class AmericanCheck(FamilyCheck):
    """One walk through a record.

    Args:
        sheet: the options in force.
        log: the record after its `game` line.
    """

    clauses = Clauses("AF-6, AF-7", "AF-46", "AF-45", "AF-46", "AF-43 to AF-45", "AF-43 to AF-45")

    def __init__(self, sheet: Sheet, log: Log) -> None:
        super().__init__(log, sheet.sides, 4, sheet.max_deals)
        self.sheet = sheet
        self.turned: Line = []

    def begin(self) -> None:
        """Read the cards that are turned up for the first dealer (AF-6, AF-R21)."""
        if self.sheet.first_dealer != "draw":
            return
        self.turned = self.log.claim("show", "first-jack", "-") or []
        jacks = [card in JACKS for card in self.turned]
        if jacks != [False] * (len(jacks) - 1) + [True] or not_of_the_pack(self.turned, self.sheet.pack):
            raise self.log.lose("AF-6", f"cards are turned up to the first jack, the record shows {self.turned}")

    def right_first_dealer(self) -> int:
        """Return who deals first (AF-6)."""
        return first_dealer(self.turned) if self.turned else int(self.sheet.first_dealer)

    def follow_deal(self, dealer: int) -> Outcome:
        """Follow one deal to its end."""
        return Deal(self.sheet, self.log, dealer).follow()

    def account(self, played: Played) -> Ending | None:
        """Score a deal, and see whether it ends the game (AF-38 to AF-44)."""
        self.see_note("AF-29", "points", [len(played.won_by(seats)) for seats in self.sheet.sides.values()])
        self.scores = scores_after(self.sheet, self.scores, played)
        self.see_note("AF-38 to AF-43", "scores", self.scores.values())
        return judge(self.sheet, self.scores, played)


def follow(sheet: Sheet, log: Log) -> None:
    """Walk through a record of a game with these options."""
    AmericanCheck(sheet, log).run()


CHECKER = Checker(
    name="american-five-hundred",
    title="American Five Hundred",
    seating="AF-1",
    kinds=KINDS,
    defaults=DEFAULTS,
    wrong_words=wrong_words,
    read_sheet=read_sheet,
    invalid=invalid,
    side_of=lambda _: (0, 1, 0, 1),
    follow=follow,
)
