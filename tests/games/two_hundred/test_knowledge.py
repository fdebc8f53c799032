"""What each seat is told, and what it is not."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from arena.games.kernel import Deal, Did, Event, Note, Seat, Show
from arena.games.kernel.position import Position
from arena.games.two_hundred.options import PRESETS
from arena.games.two_hundred.seats import Standing
from tests.games.situations import at_the_end, notes, shuffles
from tests.games.two_hundred.situations import deal_after, entered, opening

PUBLIC_ASKS = {"bid", "all100", "trump", "call", "play"}
PRESETS_TO_TRY = (
    "standard",
    "informal",
    "le-rough",
    "kitty-no-points-or-trumps",
    "kitty-trumps-shown",
    "six-three-teams-kitty",
    "pot",
    "five-called-card",
    "five-silent-rotating",
    "cutthroat-kitty",
    "two-player",
)


def played(preset: str, seed: int = 1) -> Position[Standing]:
    """A deal that somebody bid for, played at random."""
    position = deal_after("100", o=PRESETS[preset], chance=shuffles(seed))
    return at_the_end(position, Random(seed))


def hidden_from(position: Position[Standing], seat: Seat) -> Iterator[Event]:
    """The events that the seat was told nothing of, or not all."""
    told = set(map(repr, position.told(seat)))
    return (event for event in position.log if repr(event) not in told)


@pytest.mark.rule("TH-81")
@pytest.mark.parametrize("preset", PRESETS_TO_TRY)
def test_everything_but_hands_kitty_and_discard_is_told_to_all(preset: str) -> None:
    position = played(preset)
    for seat in PRESETS[preset].shape.answers:
        for event in hidden_from(position, seat):
            match event:
                case Show(kind=kind, owner=owner):
                    assert kind in {"hand", "kitty"}
                    assert owner != seat
                case Did(kind=kind):
                    assert kind not in PUBLIC_ASKS
                case _:
                    pytest.fail(f"seat {seat} was not told {event}")


@pytest.mark.rule("TH-13", "TH-82")
@pytest.mark.parametrize("preset", PRESETS_TO_TRY)
def test_hands_are_shown_to_their_owners_only(preset: str) -> None:
    for event in played(preset).log:
        if isinstance(event, Show) and event.kind == "hand":
            assert tuple(event.seats) == (event.owner,)
        if isinstance(event, Show) and event.kind == "kitty":
            assert len(event.seats) == 1


@pytest.mark.rule("TH-81", "TH-80")
def test_pot_and_who_has_dropped_out_are_public() -> None:
    o = replace(PRESETS["pot"], target=200)
    told = entered(o, opening(o, 2, scores=(-150, 40, -30), pot=600), "0:60", (20, 50, 30, 0, 0, 0))
    assert [note.kind for note in told.told] == ["points", "scores", "pot", "out"]
    assert "out=0" in told.after.words()
    assert "pot=700" in told.after.words()


@pytest.mark.rule("TH-47", "TH-81", "TH-R37")
@pytest.mark.parametrize("preset", PRESETS_TO_TRY)
def test_every_trick_is_told_once_with_its_taker(preset: str) -> None:
    position = played(preset)
    o = PRESETS[preset]
    hands = len(set(o.shape.sides)) if o.shape.individual else o.shape.hands
    plays = [event for event in position.log if isinstance(event, Did) and event.kind == "play"]
    assert len(plays) == len(notes(position, "trick")) * hands
    assert len({event.word for event in plays}) == len(plays)


@pytest.mark.rule("TH-84")
@pytest.mark.parametrize("preset", ["kitty", "five-called-card", "two-player", "six-three-teams-kitty"])
def test_points_and_discard_become_public_at_the_end(preset: str) -> None:
    position = played(preset)
    last = [event for event in position.log if isinstance(event, Note | Show)][-5:]
    kinds = [event.kind for event in last]
    assert kinds[-2:] == ["points", "scores"]
    assert ("discard" in kinds) == (PRESETS[preset].kitty > 0)


@pytest.mark.rule("TH-84", "TH-32")
@pytest.mark.parametrize("preset", ["kitty", "two-player", "five-called-card"])
def test_nothing_is_shown_of_hands_thrown_in(preset: str) -> None:
    o = PRESETS[preset]
    position = deal_after(o=o)
    before = len(position.log)
    while position.ask is not None:
        position.play("pass")
    assert [type(event) for event in position.log[before:] if not isinstance(event, Did)] == [Note]
    assert isinstance(position.log[0], Deal)
