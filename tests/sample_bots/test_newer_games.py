"""The sensible bot at fourteen games: every kind of question comes up, and it beats random play."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.games.kernel import places
from tests.sample_bots.sessions import AtRandom, Pipe, Player, Seat, play

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

Find = Callable[[str], Entrant]
KNOWN = {
    "ecarte": {"propose", "answer", "exchange", "king", "play"},
    "triomphe": {"rob", "discard", "play"},
    "homme-d-auvergne": {"bid", "trump", "undertake", "play"},
    "tribello": {"discard", "trump", "play"},
    "twenty-five": {"rob", "discard", "jink", "play"},
    "bester-bube": {"draw", "turn_up", "play"},
    "malilla": {"play"},
    "scotch-whist": {"play"},
    "nine-card-don": {"pitcher", "play"},
    "back-alley": {"call", "play"},
    "truc": {"cut", "size", "talk", "eleven", "play", "after", "answer"},
    "bridgette": {"call", "discard", "play"},
    "jo-jotte": {
        *("bid", "trump", "double", "redouble", "mode", "slam", "fours", "sequences", "show", "jo", "play"),
    },
    "bridge-solitaire": {"call", "discard", "play"},
}
"""The kinds of questions that come up in each game."""
SETS = {
    "tribello": 1,
    "triomphe": 12,
    "twenty-five": 2,
    "bester-bube": 2,
    "malilla": 4,
    "back-alley": 1,
    "bridgette": 2,
}
"""Sets of games on the same cards, one for each side. Where the game gives a better player less, it takes more."""
EVEN = 0.5


class Match(NamedTuple):
    """What sensible bots did on each side in turn: the seats they had, and the share of the others they beat.

    In a game of one side the other is whoever plays the same packs at random, and the higher score beats the lower.
    """

    seats: list[Seat]
    share: float


@pytest.fixture(scope="module")
def sensible(bot: Find) -> Iterator[list[Pipe]]:
    """Three of the bots."""
    with ExitStack() as stack:
        yield [stack.enter_context(Pipe(bot("python/sensible"))) for _ in range(3)]


@pytest.fixture(scope="module", params=KNOWN)
def game(request: pytest.FixtureRequest) -> str:
    """A game: all that is tried of it comes in a row, mostly in one worker, which plays its matches once."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def matches(game: str, sensible: list[Pipe]) -> Mapping[str, Match]:
    """Sensible bots against random play in every preset of a game."""
    return {preset: against_random(game, preset, sensible) for preset in GAMES[game].presets}


def against_random(name: str, preset: str, sensible: list[Pipe]) -> Match:
    """Play sets of games in which sensible bots take every side once."""
    sides = GAMES[name].seating(GAMES[name].presets[preset]).sides
    seats, shares = [], []
    for number in range(SETS.get(name, 6)):
        for mine in set(sides):
            bots = iter(sensible)
            players: list[Player] = [next(bots) if side == mine else AtRandom(f"{number}") for side in sides]
            played = play(GAMES[name], preset, f"set {number}", players)
            seats += [seat for seat, side in zip(played.seats, sides, strict=True) if side == mine]
            marks = played.result.places
            if len(marks) == 1:
                alone = play(GAMES[name], preset, f"set {number}", [AtRandom(f"{number}")])
                marks = places((*played.result.scores, *alone.result.scores))
            own = marks[mine or 0]
            shares += [(own < place) + EVEN * (own == place) for side, place in enumerate(marks) if side != mine]
    return Match(seats, sum(shares) / len(shares))


def test_every_kind_of_question_comes_up(game: str, matches: Mapping[str, Match]) -> None:
    told = [line.split() for match in matches.values() for seat in match.seats for line in seat.told]
    assert {words[2] for words in told if words[0] == "ask"} == KNOWN[game]


def test_sensible_beats_random_play_in_every_preset(matches: Mapping[str, Match]) -> None:
    assert {preset: match.share for preset, match in matches.items() if match.share <= EVEN} == {}
