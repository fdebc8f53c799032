"""The same cards in other rooms."""

from dataclasses import replace

import pytest

from arena.replay.frames import ALL, Frame, Replay
from arena.replay.imps import cross_imps, imps
from arena.replay.other_rooms import Fork, deals_compared
from tests.arena.replay.test_frames import FIRST, replayed


def with_frames(replay: Replay, frames: list[Frame]) -> Replay:
    return replace(replay, views={ALL: frames})


def changed(replay: Replay, at: int, word: str) -> Replay:
    """The replay with another word in one of its answers."""
    frames = list(replay.frames)
    frames[at] = frames[at]._replace(line=f"{frames[at].line.rpartition(' ')[0]} {word}")
    return with_frames(replay, frames)


@pytest.mark.parametrize(("name", "preset"), FIRST)
def test_a_room_does_not_part_from_itself_and_parts_where_an_answer_is_another(name: str, preset: str) -> None:
    replay = replayed(name, preset)
    answers = [at for at, frame in enumerate(replay.frames) if frame.line.startswith("did ")]
    at = answers[len(answers) // 2]
    rows = deals_compared(replay, [replay, changed(replay, at, "XX")])

    assert [row.number for row in rows] == sorted({frame.deal for frame in replay.frames} - {0})
    for row in rows:
        same, other = row.others
        assert same == row.own
        assert other is not None
        assert (other.contract, other.counted) == (row.own.contract, row.own.counted)
    [fork] = [other.fork for row in rows if (other := row.others[1]) and other.fork]
    line = replay.frames[at].line.removeprefix("did ")
    assert fork == Fork(at, line, f"{line.rpartition(' ')[0]} XX")


def test_a_room_that_ends_sooner_parts_at_its_end_and_plays_no_later_deals() -> None:
    replay = replayed("kaiser", "standard")
    deals = [at for at, frame in enumerate(replay.frames) if frame.deal]
    first, second, *_ = (at for at in range(deals[1], len(replay.frames)) if replay.frames[at].line.startswith("did "))
    short = with_frames(replay, [*replay.frames[: first + 1], replay.frames[-1]])
    rows = deals_compared(replay, [short])

    assert rows[0].others == [rows[0].own]
    [parted] = rows[1].others
    assert parted is not None
    assert parted.fork == Fork(second, replay.frames[second].line.removeprefix("did "), "")
    assert all(row.others == [None] for row in rows[2:])
    back = deals_compared(short, [replay])
    [longer] = back[1].others
    assert longer is not None
    assert longer.fork is not None
    assert (longer.fork.here, longer.fork.at) == ("", len(short.frames) - 1)


def test_other_cards_are_not_compared() -> None:
    replay = replayed("kaiser", "standard")
    frames = list(replay.frames)
    places = frames[0].places
    assert places is not None
    frames[0] = frames[0]._replace(places={**places, 0: places[1], 1: places[0]})
    rows = deals_compared(replay, [with_frames(replay, frames)])
    [other] = rows[0].others
    assert other is not None
    assert (other.same, other.fork) == (False, None)


def test_what_was_played_and_counted_is_told() -> None:
    rows = deals_compared(replayed("kaiser", "standard"), [])
    assert all(row.own.counted.startswith("points ") for row in rows[:-1])
    assert any("trump" in row.own.contract for row in rows)
    rows = deals_compared(replayed("bester-bube", "standard"), [])
    assert rows[0].own.counted.startswith("scores "), "a game without points of the deal"


def with_scores(replay: Replay, scores: str) -> Replay:
    """The replay with other scores after its first deal."""
    frames = list(replay.frames)
    at = next(at for at, frame in enumerate(frames) if frame.line.startswith("note scores "))
    frames[at] = frames[at]._replace(line=f"note scores {scores}")
    return with_frames(replay, frames)


def test_imps_are_those_of_law_78b() -> None:
    table = "0 20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000"
    for number, least in enumerate(map(int, table.split())):
        assert (imps(least), imps(-least)) == (number, -number)
        assert imps(least - 10) == (number - 1 if number else 0)
    assert imps(15000) == 24
    assert cross_imps(420, [450, 420, -50, 170]) == (-1 + 0 + 10 + 6) / 4


def test_a_deal_scored_in_tens_has_imps_beside_each_other_room() -> None:
    replay = replayed("bridgette", "standard")
    here = [with_scores(replay, scores) for scores in ("420 0", "0 50", "450 0")]
    rows = deals_compared(here[0], here[1:])
    assert rows[0].imps == cross_imps(420, [-50, 450]) == (10 - 1) / 2
    assert deals_compared(here[0], [])[0].imps is None
    assert deals_compared(here[0], [with_scores(replay, "0 55")])[0].imps is None


def test_games_on_another_scale_have_no_imps() -> None:
    for name in ("kaiser", "scotch-whist"):
        replay = replayed(name, "standard")
        assert all(row.imps is None for row in deals_compared(replay, [replay]))
