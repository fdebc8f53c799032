"""What an author works with: a turn, its worlds, and positions that can be played on, copied and sent elsewhere."""

from __future__ import annotations

import copy
import itertools
import pickle
from math import inf

import pytest

from arena.client import Position, Turn
from arena.client.seat import Question
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, IllegalWord, View
from tests.client.seats import answered, played

KAISER = {
    "game": "kaiser",
    "dealer": 2,
    "contract": {"seat": 3, "bid": "7", "trump": "S"},
    "hands": {"3": "KH AS", "0": "5H", "1": "9H", "2": "AH TH JD 8C"},
    "play": "KH 5H",
}


def kaiser() -> Position:
    """Seat 1 plays to a trick with the king and the five of hearts."""
    return Position.of(KAISER)


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_cards_to_choose_from_are_in_the_hand_and_the_text(game: AnyGame) -> None:
    """Also where a player plays for a dummy."""

    def choose(t: Turn) -> str:
        text = t.text()
        assert text.endswith(f"\n{t.kind}? {' '.join(t.legal)}")
        if t.kind == "play":
            assert {*t.legal} & {*game.pack(t.options)} <= {*t.hand}, text
        return t.legal[-1]

    assert [*answered(game, next(iter(game.presets)), 1, choose)]


def test_a_table_as_people_read_it() -> None:
    text = kaiser().turn().text()
    assert text.startswith("kaiser: two partnerships bid for points")
    assert text.split("\n")[2:] == [
        "you: seat 1 of 4, partner: 3",
        "before this deal: dealer 2, scores 0,0, finished 0, thrown 0",
        "3: bid 7",
        "0: bid pass",
        "1: bid pass",
        "2: bid pass",
        "contract 3 7",
        "3: trump S",
        "trump S",
        "on the table: 3 KH, 0 5H",
        f"your hand: {_hand()}",
        f"play? {' '.join(kaiser().legal)}",
    ]


def _hand() -> str:
    cards = kaiser().hands[1]
    return " | ".join(
        f"{suit} {' '.join(card[0] for card in cards if card[1] == suit)}"
        for suit in "SHDC"
        if any(card[1] == suit for card in cards)
    )


def test_a_turn_says_what_the_seat_knows() -> None:
    t = kaiser().turn()
    assert (t.seat, t.plays_for, t.side, t.kind, t.trump, t.contract) == (1, 1, 1, "play", "S", (3, "7"))
    assert (t.table, t.scores, t.ms_left) == ([(3, "KH"), (0, "5H")], (0, 0), inf)
    assert "9H" in t.hand
    assert len(t.hand) == 8
    other = kaiser().turn(2)
    assert (other.kind, other.legal, other.view.seat) == ("", (), 2)
    with pytest.raises(ValueError, match="no question is open"):
        other.sensible()


def test_a_world_is_played_on_and_its_gain_is_by_side() -> None:
    gains = set()
    for world in kaiser().turn().worlds(3):
        p = world.position()
        assert (p.seat, p.side, p.kind) == (1, 1, "play")
        assert p.hands[1] == kaiser().hands[1]
        with pytest.raises(ValueError, match="the deal is not over"):
            p.gain()
        with pytest.raises(IllegalWord):
            p.play("2S")
        other = p.fork()
        p.play(p.legal[0])
        p.finish("greedy")
        assert (p.seat, p.legal, p.kind, p.side, p.distinct()) == (None, (), "", None, ())
        assert p.gain()[0] == -p.gain()[1]
        assert other.legal == kaiser().legal
        gains.add(p.gain()[0])
    assert len(gains) > 1


@pytest.mark.parametrize("game", ["kaiser", "scotch-whist", "bridge-solitaire", "truc"])
def test_copies_and_pickles_are_the_same_position(game: str) -> None:
    for at, seats in itertools.islice(played(GAMES[game], next(iter(GAMES[game].presets)), deals=1), 3, 30, 9):
        assert at.ask is not None
        if seats[at.ask.seat].standing is None:
            continue
        [world] = Turn(seats[at.ask.seat].view, at.ask).worlds(1)
        p = world.position()
        p.play(p.legal[0])
        ends = []
        for twin in (p.fork(), copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p)), p):
            assert (twin.legal, twin.seat, twin.hands) == (p.legal, p.seat, p.hands)
            twin.finish("sensible")
            ends.append(twin.gain())
        assert all(end == ends[0] for end in ends)


def test_what_is_not_listed_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="fork"):
        pickle.dumps(kaiser())


def test_a_policy_is_a_function_of_a_turn() -> None:
    """It knows what its seat knows, and no more."""
    seen = set()

    def lowest(t: Turn) -> str:
        assert {seat for seat, cards in enumerate(_shown(t)) if cards} == {t.seat}
        seen.add(t.seat)
        return t.legal[-1]

    t = kaiser().turn()
    assert t.simulate(n=6, policy=lowest).worlds == 6
    p = kaiser()
    p.finish(lowest)
    assert seen == {0, 1, 2, 3}
    assert [world.weight for world in t.worlds(2)] == [1.0, 1.0]
    assert len({world.weight for world in t.worlds(6, infer=lambda t: dict.fromkeys(t.legal, 0.2))}) > 0
    assert {world.weight for world in t.worlds(3, infer="sensible", candidates=3)} == {1.0}


def _shown(t: Turn) -> list[int]:
    counts = [0] * len(t.sides)
    for verb, *words in t.state()["events"]:
        if verb == "show" and words[0] == "hand":
            counts[int(words[1])] += 1
    return counts


@pytest.mark.parametrize(
    ("n", "ms", "ms_left", "bank_ms", "wanted"),
    [
        (None, inf, 1000.0, inf, 350.0),
        (None, inf, 1000.0, 4000.0, 100.0),
        (None, inf, inf, inf, 100.0),
        (None, inf, inf, 40_000.0, 1000.0),
        (None, 30.0, 1000.0, inf, 30.0),
        (None, 30.0, 40.0, inf, 14.0),
        (None, 30.0, inf, inf, 30.0),
        (5, inf, inf, inf, inf),
        (5, inf, 1000.0, inf, 350.0),
    ],
)
def test_a_search_takes_a_part_of_its_time(
    n: int | None, ms: float, ms_left: float, bank_ms: float, wanted: float
) -> None:
    view = View(0, None, None, ())
    t = Turn(view, Question(0, "play", ("AS", "KS"), ms_left=ms_left, bank_ms=bank_ms))
    assert t._limit(n, 0.35, ms) == pytest.approx(wanted)


def test_worlds_come_until_the_time_is_used_and_one_in_any_case() -> None:
    at = kaiser().turn()
    ticks = itertools.count()
    t = Turn(at.view, at._ask, clock=lambda: next(ticks) / 1000)
    assert len([*t.worlds(ms=10)]) == 11
    assert len([*t.worlds(ms=0)]) == 1
