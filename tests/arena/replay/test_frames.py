"""Replays: what changed with every line, in full and for each seat; and the texts that are made of them."""

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import protocol
from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import Result, Seat
from arena.games.kernel.position import play_game
from arena.protocol import write_line
from arena.replay.diagram import diagrams, parts, read, score_sheet
from arena.replay.frames import ALL, Replay, replay_of
from arena.results.replay import sent_to
from arena.settings.clock import ClockSettings
from arena.table import record
from arena.table.answer_times import code_of, ms_of

LABEL, KEY = "films", "seed"
ANSWERS = 150
"""So many answers of a game are played."""
EVERY = [(name, preset) for name, game in GAMES.items() for preset in game.presets]
FIRST = [(name, next(iter(game.presets))) for name, game in GAMES.items()]
SOME = [pytest.param(*each, marks=[] if each in FIRST else pytest.mark.thorough) for each in EVERY]


@cache
def recorded(name: str, preset: str) -> str:
    """The record of a game of random players, broken off after some answers, with talk where it may be heard."""
    game, rng = GAMES[name], Random(f"{name} {preset}")
    options = game.presets[preset]
    position = play_game(game, options, keyed(KEY, LABEL))
    while position.ask is not None and len(position.answers) < ANSWERS:
        position.play(rng.choice(position.ask.legal), "a word </script>" if position.ask.talk else "")
    seats = game.seating(options).seats
    opening = record.opening("G1", game, preset, options, ClockSettings(), names=map(str, range(seats)))
    over = record.ending("G1", position.result or Result((1,), (), "forfeit"))
    return "".join((write_line(opening), *map(record.line, position.log), write_line(over)))


@cache
def replayed(name: str, preset: str) -> Replay:
    return replay_of(recorded(name, preset), LABEL, KEY)


def told(name: str, preset: str, seat: Seat) -> list[str]:
    """What a seat was sent, but for greetings, questions and clocks."""
    sent = sent_to(recorded(name, preset), LABEL, KEY, seat)
    kept = [m for m in sent if not isinstance(m, protocol.Arena | protocol.Game | protocol.Ask | protocol.Clock)]
    return [write_line(message).rstrip("\n") for message in kept]


@pytest.mark.parametrize(("name", "preset"), SOME)
def test_the_view_of_a_seat_has_the_lines_that_it_was_sent_and_no_card_that_they_do_not_name(
    name: str, preset: str
) -> None:
    replay = replayed(name, preset)
    pack = set(replay.game.pack(replay.game.presets[preset]))
    for seat in set(replay.answers):
        frames = replay.views[str(seat)]
        assert [frame.line for frame in frames if frame.line] == told(name, preset, seat)
        named: set[str] = set()
        for frame in frames:
            named.update(pack.intersection(frame.line.split()))
            held = {card for cards in (frame.places or {}).values() for card in cards}
            assert held | {card for _, card in frame.trick or () if card} <= named, frame


@pytest.mark.parametrize(("name", "preset"), SOME)
def test_a_spectator_sees_every_card_leave_the_hand_that_plays_it(name: str, preset: str) -> None:
    replay = replayed(name, preset)
    held: dict[int | str, tuple[str, ...]] = {}
    played = 0
    for frame in replay.frames:
        before, held = held, {**held, **(frame.places or {})}
        if frame.kind == "play" and frame.trick:
            seat, card = frame.trick[-1]
            assert card is not None
            assert seat is not None
            assert card in before[seat], frame
            assert card not in held[seat], frame
            played += 1
        if frame.kind == "deal":
            assert len(frame.trick or ()) == 0
    assert played


@pytest.mark.slow
@pytest.mark.parametrize(("name", "preset"), SOME)
def test_a_diagram_has_every_hand_every_call_and_every_card_and_no_line_is_endless(name: str, preset: str) -> None:
    replay = replayed(name, preset)
    texts, deals = diagrams(replay), parts(replay.frames)
    assert len(texts) == len(deals)
    for text, part in zip(texts, deals, strict=True):
        words = text.replace(">", " ").replace("*", " ").replace(",", " ").split()
        assert max(map(len, text.splitlines())) <= 120
        for frame in part.frames:
            if frame.kind in {"play", "call", "lay"}:
                assert read(frame.line).words[2] in words, frame.line
    assert (score_sheet(replay) == "") == (not any(frame.kind in {"contract", "score"} for frame in replay.frames))


def test_what_a_page_gets_is_short_and_leaves_out_what_is_not_there() -> None:
    data = replayed("kaiser", "standard").data()
    frames = data["views"][ALL]

    assert frames[0] == {"x": "note deal 1 dealer=0 scores=0,0 finished=0 thrown=0", "k": "deal", "n": 1} | {
        "p": frames[0]["p"]
    }
    assert frames[1] == {"x": f"show hand 0 {frames[0]['p']['0']}", "k": "show"}
    assert data["views"]["1"][1] == {}
    assert [seat["side"] for seat in data["seats"]] == [0, 1, 0, 1]
    first = next(frame for frame in frames if frame["k"] == "play")
    seat, _, card = read(first["x"]).words
    assert first["t"] == [[seat, card]]
    won = next(frame for frame in frames if frame["k"] == "trick")
    assert won["w"] == read(won["x"]).words[1]


def test_times_of_answers_are_in_the_full_view_and_in_that_of_the_seat_that_answered() -> None:
    replay = replay_of(
        recorded("kaiser", "standard"), LABEL, KEY, answer_times=bytes([code_of(12.0), 0, code_of(3400.0)])
    )
    calls = [at for at, frame in enumerate(replay.frames) if frame.kind == "call"][:3]
    answered = [read(replay.frames[at].line).words[0] for at in calls]
    timed = {view: [at for at, frame in enumerate(frames) if frame.ms] for view, frames in replay.views.items()}

    assert timed[ALL] == [calls[0], calls[2]]
    assert (timed[answered[0]], timed[answered[1]], timed[answered[2]]) == ([calls[0]], [], [calls[2]])
    assert replay.frames[calls[2]].ms == pytest.approx(3400, rel=0.045)
    assert replay.frames[calls[0]].data()["ms"] == pytest.approx(12, rel=0.05)


@given(st.floats(0.01, 3e7))
def test_a_pace_is_at_most_a_twentieth_off(ms: float) -> None:
    assert ms_of(code_of(ms)) == pytest.approx(ms, rel=0.045)
    assert 1 <= code_of(ms) <= 255


def test_a_deal_of_kaiser_as_text() -> None:
    text = diagrams(replayed("kaiser", "standard"))[0]
    blocks = text.split("\n\n")

    assert blocks[0] == "Deal 1: dealer 0, scores 0 0, finished 0, thrown 0"
    assert blocks[1].splitlines()[0].strip() == "2 2"
    assert blocks[2].splitlines()[0].split() == ["bid", "1", "2", "3", "0"]
    tricks = next(block for block in blocks if "took" in block).splitlines()
    assert len(tricks) == 9
    assert all(line.count(">") == 1 and line.count("*") == 1 for line in tricks[1:])


def test_cards_that_come_after_the_deal_are_there_too() -> None:
    text = diagrams(replayed("bridgette", "standard"))[0]
    assert "stock" in text
    assert "\ndrawn: 0 " in text
    assert "\ndiscard: " in text
