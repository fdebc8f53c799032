"""The sensible bot at both games of Five Hundred: it plays legally, and beats random play."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from random import Random

import pytest

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from tests.sample_bots.sessions import AtRandom, Pipe, Played, Player, Seat, play

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

Find = Callable[[str], Entrant]
FAMILY = ("five-hundred", "american-five-hundred")
PRESETS = [(game, preset) for game in FAMILY for preset in GAMES[game].presets]
HOUSES: list[tuple[str, str, dict[str, str | int | bool]]] = [
    ("five-hundred", "nullo", {"schedule": "classic", "nt_joker": "restricted"}),
    ("five-hundred", "two-player-dummy", {"nullo": "on", "card_bonus": "on", "auction": "rounds"}),
    ("five-hundred", "four-player", {"schedule": "inverted", "joker": "off"}),
    ("five-hundred", "five-player", {"partner_6_7": "either", "five_alone": "on", "passed_deal": "play"}),
    ("five-hundred", "five-player-chosen", {"five_alone": "on", "nt_joker": "restricted"}),
    ("american-five-hundred", "st-paul", {"special_no": "free", "inkle": "both"}),
]
"""House rules that no preset has."""
DEALS = 4
SETS = {2: 8, 3: 8, 5: 40}
"""Games on every side for the comparison with random play, by the number of sides. With five sides, random contractors
make the bot their partner in most games, and lose; so it takes many games to tell its wins from luck."""


@pytest.fixture(scope="module")
def games(bot: Find) -> list[Played]:
    """Some deals of every preset and of house rules: sensible Python bots alone, and with random play in between."""
    with ExitStack() as stack:
        sensible: list[Player] = [stack.enter_context(Pipe(bot("python/sensible"))) for _ in range(5)]
        mixed: list[Player] = [AtRandom(str(i)) if i % 2 else player for i, player in enumerate(sensible)]
        return [
            play(GAMES[name], preset, "five", players, {"max_deals": DEALS, **settings})
            for name, preset, settings in [*((*known, {}) for known in PRESETS), *HOUSES]
            for players in (sensible, mixed)
        ]


def thinking(games: list[Played]) -> list[Seat]:
    """Return the seats of the sensible bots: all seats of every first game, the even seats of every second."""
    return [seat for i, game in enumerate(games) for seat in game.seats[:: 1 + i % 2]]


def test_every_answer_is_legal_and_every_kind_of_question_comes_up(games: list[Played]) -> None:
    kinds = set()
    for seat in thinking(games):
        assert all(answer in legal for answer, legal in zip(seat.answers, seat.legal, strict=True))
        kinds |= {line.split()[2] for line in seat.told if line.startswith("ask ")}
    assert kinds >= {"bid", "discard", "call", "partner", "name-suit", "play"}


def against_random(game: AnyGame, preset: str, sensible: Sequence[Player]) -> Iterator[float]:
    """Yield the share of each game that sensible bots win against random play, on every side of the same deals."""
    sides = game.seating(game.presets[preset]).sides
    each = sorted({side for side in sides if side is not None})
    for number in range(SETS[len(each)]):
        for mine in each:
            rng = Random(f"{number}")
            bots = iter(sensible)
            players: list[Player] = [next(bots) if side == mine else AtRandom(str(rng.random())) for side in sides]
            places = play(game, preset, f"set {number}", players).result.places
            yield (places[mine] == 1) / places.count(1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_sensible_beats_random_play(bot: Find, name: str, preset: str) -> None:
    game = GAMES[name]
    with Pipe(bot("python/sensible")) as one, Pipe(bot("python/sensible")) as partner:
        shares = list(against_random(game, preset, (one, partner)))
    by_chance = len(shares) / len({*game.seating(game.presets[preset]).sides})
    assert sum(shares) > 1.2 * by_chance, f"{sum(shares)} of {len(shares)} games, {by_chance} by chance"
