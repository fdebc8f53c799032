"""The traveller: the same cards in other rooms."""

from dataclasses import replace

import pytest

from arena.replay.film import ALL, Film, Frame
from arena.replay.traveller import Fork, traveller
from tests.arena.replay.test_film import FIRST, filmed


def with_frames(film: Film, frames: list[Frame]) -> Film:
    return replace(film, views={ALL: frames})


def changed(film: Film, at: int, word: str) -> Film:
    """The film with another word in one of its answers."""
    frames = list(film.frames)
    frames[at] = frames[at]._replace(line=f"{frames[at].line.rpartition(' ')[0]} {word}")
    return with_frames(film, frames)


@pytest.mark.parametrize(("name", "preset"), FIRST)
def test_a_room_does_not_part_from_itself_and_parts_where_an_answer_is_another(name: str, preset: str) -> None:
    film = filmed(name, preset)
    answers = [at for at, frame in enumerate(film.frames) if frame.line.startswith("did ")]
    at = answers[len(answers) // 2]
    rows = traveller(film, [film, changed(film, at, "XX")])

    assert [row.number for row in rows] == sorted({frame.deal for frame in film.frames} - {0})
    for row in rows:
        same, other = row.others
        assert same == row.own
        assert other is not None
        assert (other.contract, other.counted) == (row.own.contract, row.own.counted)
    [fork] = [other.fork for row in rows if (other := row.others[1]) and other.fork]
    line = film.frames[at].line.removeprefix("did ")
    assert fork == Fork(at, line, f"{line.rpartition(' ')[0]} XX")


def test_a_room_that_ends_sooner_parts_at_its_end_and_plays_no_later_deals() -> None:
    film = filmed("kaiser", "standard")
    deals = [at for at, frame in enumerate(film.frames) if frame.deal]
    first, second, *_ = (at for at in range(deals[1], len(film.frames)) if film.frames[at].line.startswith("did "))
    short = with_frames(film, [*film.frames[: first + 1], film.frames[-1]])
    rows = traveller(film, [short])

    assert rows[0].others == [rows[0].own]
    [parted] = rows[1].others
    assert parted is not None
    assert parted.fork == Fork(second, film.frames[second].line.removeprefix("did "), "")
    assert all(row.others == [None] for row in rows[2:])
    back = traveller(short, [film])
    [longer] = back[1].others
    assert longer is not None
    assert longer.fork is not None
    assert (longer.fork.here, longer.fork.at) == ("", len(short.frames) - 1)


def test_other_cards_are_not_compared() -> None:
    film = filmed("kaiser", "standard")
    frames = list(film.frames)
    places = frames[0].places
    assert places is not None
    frames[0] = frames[0]._replace(places={**places, 0: places[1], 1: places[0]})
    rows = traveller(film, [with_frames(film, frames)])
    [other] = rows[0].others
    assert other is not None
    assert (other.same, other.fork) == (False, None)


def test_what_was_played_and_counted_is_told() -> None:
    rows = traveller(filmed("kaiser", "standard"), [])
    assert all(row.own.counted.startswith("points ") for row in rows[:-1])
    assert any("trump" in row.own.contract for row in rows)
    rows = traveller(filmed("bester-bube", "standard"), [])
    assert rows[0].own.counted.startswith("scores "), "a game without points of the deal"
