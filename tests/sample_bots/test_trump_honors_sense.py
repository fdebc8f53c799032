"""Positions of Scotch Whist and Nine-Card Don, written by hand: what is done with the trumps that have points."""

from collections.abc import Callable

import pytest

from arena.bots.entrants import Entrant
from tests.sample_bots.sessions import command, run, session

pytestmark = pytest.mark.slow

SCOTCH = "game G1 scotch-whist seat=2 seats=4 sides=0,1,2,3 players=4"
DON = "game G1 nine-card-don seat=2 seats=4 sides=0,1,0,1 hand_size=9 partner_blind=on"
LOW = "9D 8D 7D 9S 8S 7S 6S"  # what else is in a hand
SIDE = "9H 8H 7H 6H 4C 3C 2C"

# Description -> the game; the hand; the messages after it; the question; the answer.
POSITIONS: dict[str, tuple[str, str, str, str, str]] = {
    "the last player catches the ten with the jack": (
        SCOTCH,
        f"JH 7H {LOW}",
        "note trump H; did 3 play 8H; did 0 play TH; did 1 play 9H",
        "play JH 7H",
        "JH",
    ),
    "the jack is kept if a lower trump takes the trick": (
        SCOTCH,
        f"JH QH {LOW}",
        "note trump H; did 3 play 8H; did 0 play 7H; did 1 play 9H",
        "play JH QH",
        "QH",
    ),
    "the last player takes a trick with the ten": (
        SCOTCH,
        f"TH 7H {LOW}",
        "note trump H; did 3 play AC; did 0 play KC; did 1 play 8C",
        f"play TH 7H {LOW}",
        "TH",
    ),
    "the ten does not go to the jack": (
        SCOTCH,
        f"TH 7H {LOW}",
        "note trump H; did 3 play JH; did 0 play 6H; did 1 play 8H",
        "play TH 7H",
        "7H",
    ),
    "a queen of trumps does not go to the ace": (
        SCOTCH,
        f"QH 7H {LOW}",
        "note trump H; did 3 play AH; did 0 play 6H; did 1 play 8H",
        "play QH 7H",
        "7H",
    ),
    "a high card of another suit is led": (
        SCOTCH,
        "TH 7H AD 8D 7D 9S 8S 7S 9C",
        "note trump H",
        "play TH 7H AD 8D 7D 9S 8S 7S 9C",
        "AD",
    ),
    "without the six of clubs the seven loses to no lower club": (
        SCOTCH.replace("seats=4 sides=0,1,2,3", "seats=5 sides=0,1,2,3,4"),
        "7C 7D 6D 7S 6S",
        "note trump H; " + "; ".join(f"did {seat} play {card}" for seat, card in enumerate(("8C", "9C", "TC"))),
        "play 7C",
        "7C",
    ),
    "the five of trumps goes on the trick that the partner has won": (
        DON,
        f"5S 7S {SIDE}",
        "note trump S; did 3 play 2S; did 0 play AS; did 1 play 3S",
        "play 5S 7S",
        "5S",
    ),
    "the five of trumps is kept from the opponents": (
        DON,
        f"5S 7S {SIDE}",
        "note trump S; did 3 play AS; did 0 play 2S; did 1 play 3S",
        "play 5S 7S",
        "7S",
    ),
    "the partner of the pitcher gives the five though the hand was just shown": (
        DON + "; did 0 play AS; note trump S",
        f"5S 7S {SIDE}",
        "did 1 play 2S",
        "play 5S 7S",
        "5S",
    ),
    "the last player takes a trick with the nine of trumps": (
        DON,
        f"9S 7S {SIDE}",
        "note trump S; did 3 play 5D; did 0 play 2D; did 1 play AD",
        f"play 9S 7S {SIDE}",
        "9S",
    ),
    "the lowest trump is enough for the five of another suit": (
        DON,
        f"AS 8S {SIDE}",
        "note trump S; did 3 play 5D; did 0 play 2D; did 1 play 3D",
        f"play AS 8S {SIDE}",
        "8S",
    ),
    "a ten counts for game, so it goes to the partner": (
        DON,
        f"TD 7D {SIDE}",
        "note trump S; did 3 play 2D; did 0 play AD; did 1 play 3D",
        "play TD 7D",
        "TD",
    ),
    "and not to the opponents": (
        DON,
        f"TD 7D {SIDE}",
        "note trump S; did 3 play AD; did 0 play 2D; did 1 play 3D",
        "play TD 7D",
        "7D",
    ),
    "the pitcher leads the best suit, with the lowest card that nobody can beat": (
        DON,
        "AS KS QS 6S 2S 9H AD 7D 9C",
        "",
        "play AS KS QS 6S 2S 9H AD 7D 9C",
        "QS",
    ),
    "five trumps are better than the two best cards of another suit": (
        DON,
        "AS TS 9S 7S 5S AH KH AD 7C",
        "",
        "play AS TS 9S 7S 5S AH KH AD 7C",
        "AS",
    ),
}


def test_sensible_does_the_sensible_thing_with_trumps_that_have_points(bot: Callable[[str], Entrant]) -> None:
    entrant = bot("python/sensible")
    told = "".join(session(*position[:4]) for position in POSITIONS.values())
    _, *answers = run(command(entrant), entrant.folder, told)
    assert dict(zip(POSITIONS, answers, strict=True)) == {about: position[4] for about, position in POSITIONS.items()}
