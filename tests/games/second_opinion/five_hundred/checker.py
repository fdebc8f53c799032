"""A second opinion on Five Hundred: a slow, literal checker of records, written from the rule sheet alone.

The checker reads a record (what a spectator is told), works out again from the options, the hands and the decisions all
that the sheet determines, and returns the differences as sentences. No note is trusted. What the sheet leaves open:

- options: a word missing or `auto` means the default, or what the default depends on; seats may be written `0` or `P0`;
- `show draw OWNER CARD`, one for each player, where the first dealer is drawn;
- `note deal`: `dealer` and `scores` must be there, `finished` (deals) is compared where it is;
- `note points` has the tricks of each line of the score sheet, `note card-points` the points of the cards in them;
- places: winners share place 1, the others are behind in the order of their scores;
- a record in which a bot was stopped (`note fault`) is compared up to there;
- notes of other kinds are not compared, but `not_compared` names them.
"""

from __future__ import annotations

from tests.games.second_opinion.checker import Checker, Clauses, Ending
from tests.games.second_opinion.five_hundred.cards import lowest
from tests.games.second_opinion.five_hundred.deal import Deal
from tests.games.second_opinion.five_hundred.family import FamilyCheck, Outcome
from tests.games.second_opinion.five_hundred.scoring import Played, cards_in, judge, scores_after
from tests.games.second_opinion.five_hundred.sheet import DEFAULTS, Sheet, invalid, read_sheet, wrong_words
from tests.games.second_opinion.log import Kinds, Log

KINDS = Kinds(
    course="FH-76 to FH-84",
    notes="contract trump trick points card-points scores thrown-in passed-deal sits-out partner joker-suit",
    shows="hand kitty draw exposed",
    ordered=True,
)


class FiveHundredCheck(FamilyCheck):
    """One walk through a record.

    Args:
        sheet: the options in force.
        log: the record after its `game` line.
    """

    clauses = Clauses("FH-5, FH-6", "FH-85", "FH-84", "FH-85", "FH-76 to FH-84", "FH-76 to FH-84, FH-R13")

    def __init__(self, sheet: Sheet, log: Log) -> None:
        super().__init__(log, sheet.sides, sheet.players, sheet.max_deals)
        self.sheet = sheet
        self.drawn: dict[int, str] = {}

    def begin(self) -> None:
        """Read the cards that are drawn for the first dealer (FH-5)."""
        if self.sheet.first_dealer != "draw":
            return
        for seat in range(self.sheet.players):
            cards = self.log.claim("show", "draw", str(seat)) or []
            if len(cards) != 1 or cards[0] not in self.sheet.pack or cards[0] in self.drawn.values():
                raise self.log.lose("FH-5", f"seat {seat} draws another card of the pack, the record shows {cards}")
            self.drawn[seat] = cards[0]

    def right_first_dealer(self) -> int:
        """Return who deals first (FH-5)."""
        return lowest(self.sheet, self.drawn) if self.drawn else int(self.sheet.first_dealer)

    def follow_deal(self, dealer: int) -> Outcome:
        """Follow one deal to its end."""
        return Deal(self.sheet, self.log, dealer).follow()

    def account(self, played: Played) -> Ending | None:
        """Score a deal, and see whether it ends the game (FH-64 to FH-83)."""
        tricks = [played.won_by(seats) for seats in self.sheet.sides.values()]
        self.see_note("FH-60", "points", map(len, tricks))
        if self.sheet.card_bonus:
            self.see_note("FH-75", "card-points", map(cards_in, tricks))
        before, self.scores = self.scores, scores_after(self.sheet, self.scores, played)
        self.see_note("FH-64 to FH-75, FH-82", "scores", self.scores.values())
        return judge(self.sheet, before, self.scores, played)


def side_of(sheet: Sheet) -> list[int]:
    """Return the side of each seat (FH-2 to FH-4)."""
    return [side for seat in range(sheet.players) for side, seats in sheet.sides.items() if seat in seats]


def follow(sheet: Sheet, log: Log) -> None:
    """Walk through a record of a game with these options."""
    FiveHundredCheck(sheet, log).run()


CHECKER = Checker(
    name="five-hundred",
    title="Five Hundred",
    seating="FH-1 to FH-4",
    kinds=KINDS,
    defaults=DEFAULTS,
    wrong_words=wrong_words,
    read_sheet=read_sheet,
    invalid=invalid,
    side_of=side_of,
    follow=follow,
)
