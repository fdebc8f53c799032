"""Steps through a replay, and the steps worth a jump."""

import pytest

from arena.replay.frames import ALL, Frame, Replay
from arena.replay.steps import BEGINS, Marks, marks, steps
from tests.arena.replay.test_frames import SOME, replayed


def film_with(*lines: tuple[str, str]) -> Replay:
    """A replay of some lines, each with its kind."""
    frames = [Frame(line, kind, deal=int(line.split()[2]) if kind == "deal" else 0) for line, kind in lines]
    kaiser = replayed("kaiser", "standard")
    return Replay(
        "G1", kaiser.game, "standard", kaiser.options, kaiser.names, kaiser.sides, kaiser.answers, {ALL: frames}
    )


def test_notes_and_shows_belong_to_what_they_follow() -> None:
    replay = film_with(
        ("show draw 0 7H", "show"),
        ("note deal 1 dealer=0", "deal"),
        ("show hand 0 7H", "show"),
        ("did 0 bid 7", "call"),
        ("note contract 0 7", "contract"),
        ("did 0 play 7H", "play"),
        ("note trick 0 1", "trick"),
        ("note scores 1 0", "score"),
        ("note deal 2 dealer=1", "deal"),
        ("over G1 places=1,2 scores=1,0 reason=target", "over"),
    )
    its = steps(replay)
    assert [tuple(step) for step in its] == [(0, 0, 0), (2, 1, 0), (4, 1, 1), (7, 1, 2), (8, 2, 0), (9, 2, 1)]
    assert marks(replay, its) == Marks([3], [], [])


def test_a_new_leader_and_a_fault_are_marked() -> None:
    scores = ["0 0", "5 3", "6 6", "7 9", "8 12", "20 13"]
    lines = [line for score in scores for line in (("did 0 play XX", "play"), (f"note scores {score}", "score"))]
    replay = film_with(*lines, ("note fault 1 CRASH", "fault"), ("over G1 places=1,2 scores=20,13 reason=x", "over"))
    assert marks(replay, steps(replay)) == Marks([], [6], [3, 5])
    low = film_with(*lines, ("over G1 places=2,1 scores=20,13 reason=x", "over"))
    assert marks(low, steps(low)).lead == [3, 5]


@pytest.mark.parametrize("low", [False, True])
def test_the_best_score_is_the_one_of_the_winner(low: bool) -> None:
    lines = [
        ("did 0 play XX", "play"),
        ("note scores 1 2 3", "score"),
        ("did 0 play XX", "play"),
        ("note scores 4 2 3", "score"),
    ]
    places = "3,1,2" if low else "1,3,2"
    replay = film_with(*lines, (f"over G1 places={places} scores=4,2,3 reason=x", "over"))
    assert marks(replay, steps(replay)).lead == [1]


@pytest.mark.parametrize(("name", "preset"), SOME)
def test_every_frame_is_in_one_step_and_every_answer_begins_one(name: str, preset: str) -> None:
    replay = replayed(name, preset)
    its = steps(replay)
    ends = [step.end for step in its]
    assert ends == sorted(set(ends))
    assert ends[-1] == len(replay.frames) - 1
    begins = {0, *(end + 1 for end in ends[:-1])}
    assert begins >= {at for at, frame in enumerate(replay.frames) if frame.kind in BEGINS}
    for begin, end in zip(sorted(begins), ends, strict=True):
        kinds = [frame.kind for frame in replay.frames[begin : end + 1]]
        after = replay.frames[begin + kinds.index("trick") : end + 1] if "trick" in kinds else ()
        assert not any(frame.trick for frame in after), "a finished trick is seen before the next one begins"
    assert [step.card for step in its if replay.frames[step.end].deal] == [0] * sum(
        bool(replay.frames[step.end].deal) for step in its
    )
