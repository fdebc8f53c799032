"""The sensible bots at games that Python and JavaScript know: both decide alike, and they beat random play."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.games.kernel import places
from tests.sample_bots.sessions import AtRandom, Pipe, Player, Seat, command, play, run

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

Find = Callable[[str], Entrant]
KNOWN = (
    "ecarte",
    "triomphe",
    "homme-d-auvergne",
    "tribello",
    "twenty-five",
    "bester-bube",
    "malilla",
    "back-alley",
    "truc",
    "bridgette",
    "jo-jotte",
    "bridge-solitaire",
)
PRESETS = [(game, preset) for game in KNOWN for preset in GAMES[game].presets]
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
def matches(bot: Find) -> Mapping[tuple[str, str], Match]:
    """Sensible bots in Python against random play in every preset."""
    with ExitStack() as stack:
        sensible = [stack.enter_context(Pipe(bot("python/sensible"))) for _ in range(3)]
        return {(name, preset): against_random(name, preset, sensible) for name, preset in PRESETS}


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


@pytest.mark.toolchain
def test_python_and_javascript_decide_alike(bot: Find, matches: Mapping[tuple[str, str], Match]) -> None:
    entrant, seats = bot("javascript/sensible"), [seat for match in matches.values() for seat in match.seats]
    _, *answers = run(command(entrant), entrant.folder, "".join("".join(seat.told) for seat in seats))
    assert answers == [answer for seat in seats for answer in seat.answers]


def test_every_kind_of_question_comes_up(matches: Mapping[tuple[str, str], Match]) -> None:
    told = [line.split() for match in matches.values() for seat in match.seats for line in seat.told]
    kinds = {words[2] for words in told if words[0] == "ask"}
    assert kinds == {
        *("propose", "answer", "exchange", "king", "rob", "discard", "bid", "trump", "undertake", "play"),
        *("jink", "draw", "turn_up", "call", "talk", "cut", "size", "eleven", "after"),
        *("double", "redouble", "mode", "slam", "fours", "sequences", "show", "jo"),
    }


@pytest.mark.parametrize("known", PRESETS, ids=":".join)
def test_sensible_beats_random_play(known: tuple[str, str], matches: Mapping[tuple[str, str], Match]) -> None:
    assert matches[known].share > EVEN
