"""Positions, written by hand, in which the sensible bot must do the sensible thing; each ends with a question."""

from collections.abc import Callable

import pytest

from arena.bots.entrants import Entrant
from tests.sample_bots.sessions import command, run, session

KAISER = "game G1 kaiser seat=2 seats=4 sides=0,1,0,1 freeze_above=45"
TWO_HUNDRED = "game G1 two-hundred seat=2 seats=4 sides=0,1,0,1 kitty=0 target=200"
WITH_KITTY = TWO_HUNDRED.replace("kitty=0", "kitty=4")
ALONE = TWO_HUNDRED.replace("0,1,0,1", "0,1,2,3") + " format=cutthroat"
CALLED = "game G1 two-hundred seat=2 seats=5 sides=0,1,2,3,4 kitty=0 format=called_card"
SIX = "game G1 two-hundred seat=2 seats=6 sides=0,1,2,0,1,2 kitty=0 format=three_pairs"
STACKS = "game G1 two-hundred seat=0 seats=4 sides=0,1,0,1 kitty=0 format=two_stacks"
SILENT = CALLED.replace("called_card", "silent_fixed") + "; note silent 2"

# Description -> the game and messages before the hand; the hand; the messages after it; the question; the answer.
POSITIONS: dict[str, tuple[str, str, str, str, str]] = {
    "the five of hearts goes on the trick that the partner has won": (
        KAISER,
        "8H 5H KD QD JD 9C 8C 7C",
        "note trump S; did 3 play KH; did 0 play AH; did 1 play TH",
        "play 8H 5H",
        "5H",
    ),
    "the five of hearts is kept from the opponents": (
        KAISER,
        "8H 5H KD QD JD 9C 8C 7C",
        "note trump S; did 3 play AH; did 0 play KH; did 1 play TH",
        "play 8H 5H",
        "8H",
    ),
    "the three of spades goes on the trick of the opponents": (
        KAISER,
        "3S KD 8D QH JH TH 9H 8H",
        "note trump H; did 3 play AC; did 0 play TC; did 1 play 9C",
        "play 3S KD 8D QH JH TH 9H 8H",
        "3S",
    ),
    "high cards in every suit are worth a bid without trumps": (
        KAISER,
        "AS KS AH KH AD KD AC 7C",
        "did 3 bid pass; did 0 bid pass; did 1 bid 6",
        "bid pass 6no 7 7no 8",
        "6no",
    ),
    "a long suit is worth a bid": (KAISER, "AS KS QS JS TS 3S 8H 7D", "", "bid pass 6 7 8", "6"),
    "a poor hand is not": (KAISER, "9S 8S 9H 8H JD 7D 9C 7C", "", "bid pass 6 6no 7", "pass"),
    "the partner's bid stands": (KAISER, "AS KS QS JS TS 3S 8H 7D", "did 0 bid 6", "bid pass 6no 7 8", "pass"),
    "the longest and highest suit is trump": (KAISER, "AS 9S AD KD JD 8D 8H 7C", "", "trump S H D C", "D"),
    "a ten goes on the trick that the partner has won": (
        TWO_HUNDRED,
        "TD 8D 9S 8S 7S 9C 8C 7C 5C",
        "note trump S; did 3 play KD; did 0 play AD; did 1 play 7D",
        "play TD 8D",
        "TD",
    ),
    "a ten is kept from the opponents": (
        TWO_HUNDRED,
        "TD 8D 9S 8S 7S 9C 8C 7C 5C",
        "note trump S; did 3 play AD; did 0 play KD; did 1 play 7D",
        "play TD 8D",
        "8D",
    ),
    "the lowest trump that wins is enough": (
        TWO_HUNDRED,
        "AS JS 8S KH 9H 9C 8C 7C 5C",
        "note trump S; did 3 play TD; did 0 play 7D; did 1 play AD",
        "play AS JS 8S KH 9H 9C 8C 7C 5C",
        "8S",
    ),
    "a declarer draws trumps, with the lowest that nobody can beat": (
        TWO_HUNDRED,
        "AS KS QS JS 9S AH 7H 8C 7D",
        "did 2 bid 60; note contract 2 60; note trump S",
        "play AS KS QS JS 9S AH 7H 8C 7D",
        "JS",
    ),
    "a defender does not": (
        TWO_HUNDRED,
        "AS KS QS JS 9S AH 7H 8C 7D",
        "did 3 bid 60; note contract 3 60; note trump S",
        "play AS KS QS JS 9S AH 7H 8C 7D",
        "AH",
    ),
    "a hand just below the least bid passes": (
        TWO_HUNDRED,
        "JS 9S 8S QH 8H 7H JD 7D AC",
        "",
        "bid pass 50 55 60",
        "pass",
    ),
    "near the target it bids, for who has not bid scores nothing (TH-59)": (
        TWO_HUNDRED + "; note deal 4 dealer=0 scores=120,40",
        "JS 9S 8S QH 8H 7H JD 7D AC",
        "",
        "bid pass 50 55 60",
        "50",
    ),
    "once is enough": (
        TWO_HUNDRED + "; note deal 4 dealer=0 scores=120,40",
        "JS 9S 8S QH 8H 7H JD 7D AC",
        "did 0 bid 50; did 1 bid 55",
        "bid pass 60 65",
        "pass",
    ),
    "where only the contract counts near the target, a bid is not enough (TH-61)": (
        TWO_HUNDRED + " near_target_rule=must_win_or_set; note deal 4 dealer=0 scores=150,40",
        "JS 9S 8S QH 8H 7H JD 7D AC",
        "did 2 bid 50; did 3 bid 55",
        "bid pass 60 65",
        "pass",
    ),
    "a bid that the hand is worth is kept rather than overbid": (
        TWO_HUNDRED + " keep=dealer",
        "AS KS QS JS 9S AH 7H 8C 7D",
        "did 3 bid 55; did 1 bid keep",
        "bid pass keep 60 65",
        "keep",
    ),
    "no hand is worth 100": (
        TWO_HUNDRED + " keep=dealer bid_100_for_200=on",
        "AS KS QS JS 9S 8S 7S 8C 7D",
        "did 3 bid 100for200",
        "bid pass keep",
        "pass",
    ),
    "two against two bid on this": (TWO_HUNDRED, "AS KS 9S 8H 7H JD 9D 7D AC", "", "bid pass 50 55 60", "50"),
    "one against three does not": (
        ALONE,
        "AS KS 9S 8H 7H JD 9D 7D AC",
        "",
        "bid pass 50 55 60",
        "pass",
    ),
    "the game is not staked on all points": (
        WITH_KITTY,
        "AS KS QS JS TS AH AD AC KH",
        "",
        "all100 all100 take",
        "take",
    ),
    "a poor hand is thrown in": (TWO_HUNDRED, "9S 8S 7S 9H 8H 7H 9D 8D 7D", "", "misdeal misdeal play", "misdeal"),
    "where no suit can be named it is led": (
        TWO_HUNDRED,
        "AS 9S AD KD JD 8D 8H 7C 5C",
        "did 2 bid 50; note contract 2 50",
        "trump lead NT",
        "lead",
    ),
    "the first lead names the best suit": (
        TWO_HUNDRED,
        "AS 9S AD KD JD 8D 8H 7C 5C",
        "did 2 bid 50; note contract 2 50; did 2 trump lead",
        "play AS 9S AD KD JD 8D 8H 7C 5C",
        "AD",
    ),
    "the called card is the best trump that others hold": (
        CALLED,
        "AS KD QD JD 9D AH 8H 7C",
        "note contract 2 60; did 2 trump D; note trump D",
        "call KS QS KH AD TD AC KC",
        "AD",
    ),
    "else an ace": (
        CALLED,
        "AD KD QD JD 9D AH 8H 7C",
        "note contract 2 60; did 2 trump D; note trump D",
        "call KS AS KH TD AC KC",
        "AS",
    ),
    "the called partner helps, though nobody knows": (
        CALLED,
        "TH 7H AD 9S 8S 7S 8C 7C",
        "note contract 4 60; note trump S; did 4 call AD; did 4 play AH; did 0 play 8H; did 1 play 9H",
        "play TH 7H",
        "TH",
    ),
    "a defender does not help the contractor": (
        CALLED,
        "TH 7H KD 9S 8S 7S 8C 7C",
        "note contract 4 60; note trump S; did 4 call AD; did 4 play AH; did 0 play 8H; did 1 play 9H",
        "play TH 7H",
        "7H",
    ),
    "the silent partner helps the contractor": (
        SILENT,
        "TH 7H KD 9S 8S 7S 8C 7C",
        "note contract 4 60; note trump S; did 4 play AH; did 0 play 8H; did 1 play 9H",
        "play TH 7H",
        "TH",
    ),
    "all who defend help each other": (
        SILENT.replace("silent 2", "silent 3"),
        "TH 7H KD 9S 8S 7S 8C 7C",
        "note contract 4 60; note trump S; did 4 play KH; did 0 play AH; did 1 play 9H; did 3 play 8H",
        "play TH 7H",
        "TH",
    ),
    "seats that have dropped out do not beat a trick": (
        SIX + "; note deal 9 dealer=1 scores=10,-210,0 out=1",
        "TH 7H KD 9S 8S 7S 8C 7C 5C",
        "note contract 3 60; note trump S; did 3 play KH; did 5 play AH; did 0 play 9H",
        "play TH 7H",
        "TH",
    ),
    "a ten from my stack is safe, as the next stack shows": (
        STACKS,
        "AS KS QS JS TS 9S 8S 7S 9H",
        "show stacks 2 TH KH 8D; show stacks 3 7H JD 9D; note trump S; did 0 play 9H; did 1 play 8H",
        "play TH KH",
        "TH",
    ),
    "a ten from my stack is not": (
        STACKS,
        "AS KS QS JS TS 9S 8S 7S 9H",
        "show stacks 2 TH KH 8D; show stacks 3 QH JD 9D; note trump S; did 0 play 9H; did 1 play 8H",
        "play TH KH",
        "KH",
    ),
    "points that the contractor counts are safe in his discard": (
        WITH_KITTY + " discard_points=contractor",
        "AS KS QS 9S 7S TH 6H KD 5D AC QC 8C 7C",
        "",
        "discard AS KS QS 9S 7S TH 6H KD 5D AC QC 8C 7C",
        "TH",
    ),
    "neither points nor trumps are discarded": (
        WITH_KITTY,
        "AS KS QS 9S 7S TH 6H KD 5D AC QC 8C 7C",
        "",
        "discard AS KS QS 9S 7S TH 6H KD 5D AC QC 8C 7C",
        "6H",
    ),
    "a discard that leaves no card of a suit is best": (
        WITH_KITTY,
        "AS KS QS 9S 7S TH 9D KC QC 8C 7C",
        "did 2 discard 6H; did 2 discard 5D",
        "discard AS KS QS 9S 7S TH 9D KC QC 8C 7C",
        "9D",
    ),
}


@pytest.mark.slow
def test_sensible_does_the_sensible_thing(bot: Callable[[str], Entrant]) -> None:
    entrant = bot("python/sensible")
    told = "".join(session(*position[:4]) for position in POSITIONS.values())
    _, *answers = run(command(entrant), entrant.folder, told)
    assert dict(zip(POSITIONS, answers, strict=True)) == {about: position[4] for about, position in POSITIONS.items()}
