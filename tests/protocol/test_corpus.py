"""The corpus of the fuzzer is replayed, and the fuzzer itself is shown faults that it must find."""

from __future__ import annotations

from collections.abc import Callable

import msgpack
import pytest
from click.testing import CliRunner

from arena.protocol import (
    ARENA,
    BOT,
    CODECS,
    SESSION,
    BotFault,
    Conversation,
    Reader,
    Session,
    Side,
    State,
    packed,
    session,
)
from arena.protocol.grammar import FORM, FORMS
from tests.protocol import fuzz
from tests.protocol.fuzz import CORPUS, Explorer, corpus, seeds, shrunk
from tests.protocol.scripts import TARGETS, Mark, Script, check, read, text_of

SCRIPTS = corpus()


def replayed() -> set[Mark]:
    return {mark for script in SCRIPTS.values() for mark in check(script)}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_of_the_corpus_breaks_nothing(name: str) -> None:
    check(SCRIPTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_written_as_it_is_read(name: str) -> None:
    assert text_of(SCRIPTS[name]) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("side", [ARENA, BOT])
def test_the_corpus_goes_every_row_of_the_session_table(side: Side) -> None:
    gone = {mark[2:4] for mark in replayed() if mark[:2] == (f"session {side}", "row")}
    assert gone == {(state, FORM[kind].verb) for state, _, kind in SESSION}


@pytest.mark.parametrize("codec", CODECS)
def test_the_corpus_holds_every_message_heard_and_refused(codec: str) -> None:
    marks = {mark for mark in replayed() if mark[0].startswith(f"reader {codec}")}
    assert {mark[2] for mark in marks if mark[1] == "heard"} == {form.verb for form in FORMS}
    refused = {mark[4] for mark in marks if mark[1] == "fault" and len(mark) == 5}
    assert refused == {form.usage for form in FORMS}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "runs"), [(0, 400), *(pytest.param(seed, 1000, marks=pytest.mark.thorough) for seed in (1, 2))]
)
def test_exploring_from_the_corpus_breaks_nothing(seed: int, runs: int) -> None:
    explorer = Explorer(SCRIPTS.values(), seed)
    explore(explorer, runs)
    assert not [failure.error for failure in explorer.failures.values()]


def explore(explorer: Explorer, runs: int) -> Explorer:
    for _ in explorer.run(lambda count: count < runs):
        pass
    return explorer


@pytest.mark.interpreted
def test_the_same_seed_explores_the_same() -> None:
    first, second = (explore(Explorer([], 7), 60) for _ in range(2))
    assert first.kept == second.kept
    assert first.features == second.features
    assert len(first.kept) > len(TARGETS)


def lose_a_chunk(reader: Reader, data: bytes, feed: Callable[..., object] = Reader.feed) -> object:
    return feed(reader, data[:-1] if len(data) == 7 else data)


def keep_the_bytes(reader: Reader, data: bytes, feed: Callable[..., object] = Reader.feed) -> object:
    try:
        return feed(reader, data)
    except BotFault:
        reader._buffer += data
        raise


def advance_early(
    at: Session, place: Conversation, to: State, *rest: object, enter: Callable[..., None] = Session._enter
) -> None:
    place.state = to
    enter(at, place, to, *rest)


def trip(*_: object) -> None:
    raise KeyError("planted")


PLANTS: dict[str, tuple[object, str, object]] = {
    "a chunk of seven bytes loses one": (Reader, "feed", lose_a_chunk),
    "bytes stay after a fault": (Reader, "feed", keep_the_bytes),
    "a refused message changes the state": (Session, "_enter", advance_early),
    "an answer that is not legal trips the arena": (session, "_check_answer", trip),
    "a msgpack error gets out": (packed, "_unpack", msgpack.unpackb),
    "a name of a codec that is not known gets out": (session, "_some", trip),
}


@pytest.mark.interpreted
@pytest.mark.parametrize("plant", PLANTS)
def test_the_corpus_notices_a_fault_that_is_planted(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PLANTS[plant])
    assert any(broken(script) for script in SCRIPTS.values())


def broken(script: Script) -> bool:
    try:
        check(script)
    except Exception:  # noqa: BLE001 - the fuzzer counts any
        return True
    return False


@pytest.mark.slow
@pytest.mark.interpreted
def test_exploring_finds_a_fault_that_is_planted_and_makes_it_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_check_version", trip)
    explorer = explore(Explorer([], 0), 300)
    [failure] = explorer.failures.values()
    assert failure.error.startswith("KeyError in test_corpus.py, trip, line ")
    small = shrunk(failure.script, broken)
    assert text_of(small) == "session bot\n< b'arena 0 A\\n'\n" or len(small.steps) == 1


def test_a_script_reads_as_text() -> None:
    text = "session arena\n> arena 1 line\n< b'bot a 1 codec=msgpack\\n'\n> game G1 kaiser\n"
    assert text_of(read(text)) == text
    assert {mark[1:4] for mark in check(read(text))} >= {("row", "new", "arena"), ("row", "idle", "game")}


def test_the_vectors_are_sound_scripts() -> None:
    assert all(check(script) for script in seeds())


@pytest.mark.interpreted
@pytest.mark.slow
def test_the_command_says_what_it_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(fuzz.main, ["--runs", "3"])
    assert done.exit_code == 0, done.output
    assert "\n3 runs: " in done.output
    monkeypatch.setattr(session, "_check_version", trip)
    done = CliRunner().invoke(fuzz.main, ["--runs", "0"])
    assert done.exit_code == 1
    assert "KeyError in test_corpus.py, trip" in done.output


def test_the_command_keeps_few_scripts_that_reach_the_same(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "CORPUS", tmp_path)
    monkeypatch.setattr(fuzz, "seeds", lambda: [*seeds()][:4])
    done = CliRunner().invoke(fuzz.main, ["--runs", "0", "--keep"])
    assert done.exit_code == 0, done.output
    kept, before = corpus(), Explorer([*seeds()][:4], 0)
    assert Explorer(kept.values(), 0).features == before.features
    assert all(name.startswith(script.target.replace(" ", "-")) for name, script in kept.items())
