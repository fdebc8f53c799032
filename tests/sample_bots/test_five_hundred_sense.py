"""Positions of Five Hundred, written by hand, in which the sensible bot must do the sensible thing."""

from collections.abc import Callable

import pytest

from arena.bots.entrants import Entrant
from tests.sample_bots.sessions import command, run, session

pytestmark = pytest.mark.slow

THREE = "game G1 five-hundred seat=2 seats=3 sides=0,1,2 players=3 joker=on schedule=avondale nullo=on card_bonus=off"
CLASSIC = THREE.replace("avondale", "classic")
INVERTED = THREE.replace("avondale", "inverted")
FOUR = "game G1 five-hundred seat=2 seats=4 sides=0,1,0,1 players=4 joker=on schedule=avondale misere=on"
FIVE = "game G1 five-hundred seat=2 seats=5 sides=0,1,2,3,4 players=5 joker=on schedule=avondale"
AMERICAN = "game G1 american-five-hundred seat=2 seats=4 sides=0,1,0,1 nullo=on granola=on ace_no_face=on"
SCORED = FIVE + "; note deal 3 dealer=1 scores=90,-40,0,20,60 finished=2"

LONG_HEARTS = "JK JH JD AH KH 9H AC KC 8C 7S"
LOW = "7S 8S 7H 8H 9H 7D 8D 7C 8C 9C"
HIGHER = "bid pass 6H 6NT 7S 7C 7D 7H 7NT 8S nullo 8C"

# Description -> the game; the hand; the messages after it; the question; the answer.
POSITIONS: dict[str, tuple[str, str, str, str, str]] = {
    "bowers and joker are worth a bid in their suit": (THREE, LONG_HEARTS, "", HIGHER, "7H"),
    "a poor hand is not": (THREE, "9S 8S QH 9H TD 8D 7D JC 9C TC", "", HIGHER, "pass"),
    "a hand of low cards is worth nullo": (THREE, LOW, "", HIGHER, "nullo"),
    "where seven spades are worth no more than six diamonds, six are easier (FH-65)": (
        CLASSIC,
        "JD JH AD KD QD AS 9S 8H 8C 7C",
        "",
        "bid pass 6S 6C 6D 7S 6H",
        "6D",
    ),
    "in the inverted schedule it is diamonds that are worth most (FH-66)": (
        INVERTED,
        "JS JH AD KD QD AH KH QH JC JK",
        "",
        "bid pass 6H 6D",
        "6D",
    ),
    "a partner's bid is left alone": (
        FOUR,
        "TH KH 9H AC 8C 7S 6S 9D 8D 5D",
        "did 0 bid 6H; did 1 bid pass",
        "bid pass 6NT 7S 7C 7D 7H 7NT",
        "pass",
    ),
    "a partner's bid adds to what a hand can make": (
        FOUR,
        "JH JD AH KH 9H AC 8C 7S 6S 9D",
        "did 0 bid 6H; did 1 bid 7D",
        "bid pass 7H 7NT 8S",
        "7H",
    ),
    "without it the same hand passes": (
        FOUR,
        "AH KH 9H AC 8C 7S 6S 9D 8D 5D",
        "did 0 bid pass; did 1 bid 7D",
        "bid pass 7H 7NT 8S",
        "pass",
    ),
    "a bid without trumps is announced (AF-22)": (
        AMERICAN,
        "JK AS KS AH KH AD KD AC KC 4C",
        "",
        "bid pass 10NT 10NO",
        "10NO",
    ),
    "a hopeless hand is claimed (AF-9)": (
        AMERICAN,
        "AH TS 9S 9H 8H TD 9D 8D TC 9C",
        "",
        "ace-no-face claim no-claim",
        "claim",
    ),
    "one that is good for nullo is not": (
        AMERICAN,
        "AS 5S 4S 5H 4H 6H 5D 4D 5C 4C",
        "",
        "ace-no-face claim no-claim",
        "no-claim",
    ),
    "the partner agrees with a poor hand": (
        AMERICAN,
        "TS 9S 8H 7H 6D 5D KD QC 7C 4C",
        "note claim 0",
        "annul agree refuse",
        "agree",
    ),
    "with a strong hand he refuses": (
        AMERICAN,
        "JK JH JD AH KH QH AS AC KC 4D",
        "note claim 0",
        "annul agree refuse",
        "refuse",
    ),
    "a single low card is put away, not the left bower": (
        THREE,
        "JK JD AH KH 9H AC KC TC 8C 7C 7S 9D 8D",
        "note contract 2 7H; note trump H",
        "discard JK JD AH KH 9H AC KC TC 8C 7C 7S 9D 8D",
        "7S",
    ),
    "for nullo the joker is put away first": (
        THREE,
        "JK 7S 8S 9S 7H 8H 9H KD 7D 8D 7C 8C 9C",
        "note contract 2 nullo; note trump NT",
        "discard JK 7S 8S 9S 7H 8H 9H KD 7D 8D 7C 8C 9C",
        "JK",
    ),
    "then the card that nothing covers": (
        THREE,
        "7S 8S 9S 7H 8H 9H KD 7D 8D 7C 8C 9C",
        "note contract 2 nullo; note trump NT; did 2 discard JK",
        "discard 7S 8S 9S 7H 8H 9H KD 7D 8D 7C 8C 9C",
        "KD",
    ),
    "the highest trump that others hold is called": (
        FIVE,
        "JK JH AH KH 9H AC KC 8C 7C 7S",
        "note contract 2 7H; note trump H",
        "call AS KS QS JS QH AD KD QD JD QC JC",
        "JD",
    ),
    "the partner is who has bid most": (
        FIVE,
        LONG_HEARTS,
        "did 3 bid 6S; did 4 bid 6D; did 2 bid 7H; note contract 2 7H; note trump H",
        "call 0 1 3 4",
        "4",
    ),
    "among those who have not bid it is who has least": (
        SCORED,
        LONG_HEARTS,
        "note contract 2 8H; note trump H",
        "partner 0 1 3 4 alone",
        "1",
    ),
    "a joker that is to win tricks keeps out of the suits": (
        FOUR,
        "JK AS KS AH KH AD KD AC KC 9C",
        "note contract 2 8NT; note trump NT",
        "joker-suit S H D C none",
        "none",
    ),
    "one that is to lose hides in a long suit": (
        FOUR,
        "JK 5S 6S 4H 5H 6H 7H 4D 5D 5C",
        "note contract 2 misere; note trump NT",
        "joker-suit S H D C none",
        "H",
    ),
    "the suit named for the joker is my longest": (
        THREE,
        "JK AS KH QH JH TH 9D 8D 7C",
        "note contract 0 7NT; note trump NT; did 2 play JK",
        "name-suit S H D C",
        "H",
    ),
    "a contractor draws trumps, with one that nobody can beat": (
        THREE,
        LONG_HEARTS,
        "did 2 bid 7H; note contract 2 7H; note trump H",
        f"play {LONG_HEARTS}",
        "KH",
    ),
    "tricks are won cheaply": (
        THREE,
        "AS JH AH KH 9D 8D 7D AC 9C 8C",
        "note contract 0 6S; note trump S; did 0 play QH; did 1 play 8H",
        "play AH KH JH",
        "KH",
    ),
    "a partner's winning trick is left to him": (
        FOUR,
        "KD 5D 9S 8S 7S 6S 9C 8C 7C 6C",
        "note contract 0 7S; note trump S; did 3 play TD; did 0 play AD; did 1 play 7D",
        "play KD 5D",
        "5D",
    ),
    "the left bower of an opponent is a trump that beats an ace (FH-16)": (
        FOUR,
        "AH 5H 9S 8S 7S 6S 9C 8C 7C 6C",
        "note contract 1 7H; note trump H; did 3 play 4H; did 0 play 6H; did 1 play JD",
        "play AH 5H",
        "5H",
    ),
    "who throws the left bower on diamonds has none of them (FH-16)": (
        THREE,
        "AD KD AS TC",
        (
            "note contract 0 6H; note trump H; did 2 play KD; did 0 play JD; did 1 play 7D; note trick 0 1; "
            "did 0 play 8C; did 1 play 9C; did 2 play TC; note trick 2 1"
        ),
        "play AD AS",
        "AS",
    ),
    "a defender of a nullo gets rid of his high cards below a higher one": (
        THREE,
        "KS 7S 9H 8H 9D 8D 7D 9C 8C 7C",
        "note contract 0 nullo; note trump NT; did 0 play TS; did 1 play AS",
        "play KS 7S",
        "KS",
    ),
    "who has bid nullo plays the highest card that loses": (
        THREE,
        "TS 8S 7S 7H 8H 9H 7D 8D 7C 8C",
        "did 2 bid nullo; note contract 2 nullo; note trump NT; did 0 play 9S; did 1 play JS",
        "play TS 8S 7S",
        "TS",
    ),
    "where cards count, a ten goes on the partner's trick (FH-75)": (
        FOUR + " card_bonus=on",
        "TD 7D 9S 8S 7S 6S 9C 8C 7C 6C",
        "note contract 0 7S; note trump S; did 3 play QD; did 0 play AD; did 1 play 8D",
        "play TD 7D",
        "TD",
    ),
    "where they do not, it is kept": (
        FOUR,
        "TD 7D 9S 8S 7S 6S 9C 8C 7C 6C",
        "note contract 0 7S; note trump S; did 3 play QD; did 0 play AD; did 1 play 8D",
        "play TD 7D",
        "7D",
    ),
    "once the contract is lost, everybody wins tricks for himself": (
        THREE,
        "AD 8D",
        "note contract 0 10S; note trump S; note trick 1 1; did 0 play QD; did 1 play KD",
        "play AD 8D",
        "AD",
    ),
}


def test_sensible_does_the_sensible_thing(bot: Callable[[str], Entrant]) -> None:
    entrant = bot("python/sensible")
    told = "".join(session(*position[:4]) for position in POSITIONS.values())
    _, *answers = run(command(entrant), entrant.folder, told)
    assert dict(zip(POSITIONS, answers, strict=True)) == {about: position[4] for about, position in POSITIONS.items()}
