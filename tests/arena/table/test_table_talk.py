"""Table talk on its way from one bot to the others: who hears it, when, in which codec, and what is dropped."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

import pytest
import trio

from arena import protocol
from arena.chance import bot_seeds, keyed
from arena.cli.screen import say
from arena.games import truc
from arena.games.kernel import Ask, Did, Note, Result, Rules, Say, Talk
from arena.games.kernel.knowledge import told
from arena.games.kernel.position import Position, play_game
from arena.games.truc.options import Options
from arena.protocol import Message
from arena.results.replay import sent_to
from arena.settings.clock import ClockSettings
from arena.table import record
from arena.table.outcome import Outcome
from arena.table.referee import GameSetup
from tests.arena.cli.test_hostile_texts import TEXTS, check_terminal
from tests.arena.fakes import Bot, Wire, play_one, seated
from tests.games.toy import ToyOptions

Heard = Mapping[int, list[Message]]
SEED, CHANCE = "talk", "game 1"
CODECS = ("line", "msgpack")


def setup(**options: object) -> GameSetup:
    """A short game of Truc."""
    o = Options(target=2, **options)  # type: ignore[arg-type]
    names = ("a", "b", "a", "b")
    draw, clock, seeds = keyed(SEED, CHANCE), ClockSettings(live=True), bot_seeds(SEED, CHANCE, 4)
    return GameSetup("G1", truc.GAME, "standard", o, draw, clock, "forfeit", names, seeds)


def talker(heard: list[Message], speech: Callable[[protocol.Ask], str], settings: Mapping[str, str]) -> Bot:
    """A bot that says something with every answer; all messages of its game are noted in `heard`."""

    async def bot(wire: Wire) -> None:
        session = protocol.Session(protocol.BOT)
        rng = Random(1)
        await wire.say(session.send(protocol.Bot("t", "1", settings)))
        while True:
            async with wire.changed:
                while not wire.inbox:
                    await wire.changed.wait()
            data = bytes(wire.inbox)
            wire.inbox.clear()
            for table, message in session.receive(data):
                heard.append(message)
                if isinstance(message, protocol.Ask):
                    answer = protocol.Answer(rng.choice(message.words), speech(message))
                    await wire.say(session.send(answer, table))

    return bot


async def talk(
    at: GameSetup, speech: Callable[[protocol.Ask], str], settings: Mapping[str, str]
) -> tuple[Outcome, Heard]:
    """Play a game in which all four talk; return how it ended, and what each of them was sent."""
    heard: dict[int, list[Message]] = {seat: [] for seat in range(4)}
    async with seated({seat: talker(heard[seat], speech, settings) for seat in range(4)}) as players:
        outcome = await play_one(at, players)
        await trio.testing.wait_all_tasks_blocked()
    return outcome, heard


SETTINGS = [
    *({"codec": codec} for codec in CODECS),
    *({"codec": codec, "tables": "8"} for codec in CODECS),
    *({"codec": codec, "live": "yes"} for codec in CODECS),
]


@pytest.mark.rule("TR-38", "TR-40", "TR-42")
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: " ".join(s.values()))
async def test_every_seat_hears_what_the_rules_name_it_for_and_nothing_else(settings: Mapping[str, str]) -> None:
    at = setup(conference=True, talk_round=True)
    outcome, heard = await talk(at, lambda ask: f"seat {ask.seat} on {ask.kind}", settings)
    again = play_game(at.game, at.options, at.chance)
    record.play_again(again, record.parse(outcome.record))

    assert outcome.faults == () and again.result == outcome.result
    for seat in range(4):
        events = [m for m in heard[seat] if isinstance(m, protocol.Say | protocol.Did | protocol.Note | protocol.Show)]
        assert events == [record.message(event) for event in told(again.log, seat)]
        dealt = next(number for number, m in enumerate(heard[seat]) if isinstance(m, protocol.Note))
        private = [m for m in heard[seat][:dealt] if isinstance(m, protocol.Say)]
        assert private == [protocol.Say((seat + 2) % 4, f"seat {(seat + 2) % 4} on talk")] * 2
        aloud = [m for m in heard[seat][dealt:] if isinstance(m, protocol.Say)]
        assert {m.seat for m in aloud} == {0, 1, 2, 3}
        assert aloud == [m for m in heard[0] if isinstance(m, protocol.Say)][2:]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda s: " ".join(s.values()))
async def test_a_text_comes_just_before_its_answer_and_before_the_next_question(settings: Mapping[str, str]) -> None:
    numbers = iter(range(10_000))
    _, heard = await talk(setup(), lambda _: f"number {next(numbers)}", settings)

    for messages in heard.values():
        texts = [at for at, m in enumerate(messages) if isinstance(m, protocol.Say)]
        assert texts
        for at in texts:
            said, did = messages[at : at + 2]
            assert isinstance(said, protocol.Say) and isinstance(did, protocol.Did) and said.seat == did.seat
        order = [m.text for m in messages if isinstance(m, protocol.Say)]
        assert order == [f"number {number}" for number in range(len(order))]


@pytest.mark.rule("TR-39")
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("text", ["x" * 81, "x" * 400, "caf\u00e9", "\u202ehi", "\u200b"])
async def test_a_text_that_the_rules_do_not_allow_is_dropped_and_the_answer_counts(codec: str, text: str) -> None:
    outcome, heard = await talk(setup(), lambda _: text, {"codec": codec})

    assert outcome.faults == () and outcome.result.reason == "target"
    assert not [m for messages in heard.values() for m in messages if isinstance(m, protocol.Say)]
    assert "\nsay " not in outcome.record


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("seat", range(4))
async def test_where_there_is_no_talk_nothing_is_heard(codec: str, seat: int) -> None:
    outcome, heard = await talk(setup(table_talk="off"), lambda _: "hello", {"codec": codec})

    assert outcome.faults == ()
    assert not [m for m in heard[seat] if isinstance(m, protocol.Say)]


@pytest.mark.parametrize("text", ["x" * 401, "", " ", "\x1b[2J", "two\nlines", "\u2028"])
@pytest.mark.parametrize("codec", CODECS)
async def test_what_is_no_text_of_the_protocol_is_a_fault_before_any_rules(codec: str, text: str) -> None:
    """Bytes are written by hand, for the library of the protocol refuses to write them."""

    async def rude(wire: Wire) -> None:
        await wire.say(f"bot rude 1 codec={codec}\n")
        while b"\xa3ask" not in wire.inbox and b"\nask " not in wire.inbox:
            async with wire.changed:
                await wire.changed.wait()
        line = f"cut say {text}\n".encode()
        data = text.encode()
        packed = b"\x93\xa6answer\xa3cut\xda" + len(data).to_bytes(2, "big") + data
        await wire.say(line if codec == "line" else len(packed).to_bytes(4, "big") + packed)
        await trio.sleep_forever()

    at = setup(first_dealer="P0")
    honest: list[Message] = []
    bots = {seat: talker(honest, lambda _: "", {}) for seat in (0, 2, 3)} | {1: rude}
    async with seated(bots) as players:
        outcome = await play_one(at, players)

    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(1, "PROTOCOL")]
    assert not any(isinstance(m, protocol.Say) for m in honest)


@pytest.mark.rule("TR-42")
async def test_what_a_bot_was_sent_can_be_shown_again_without_what_it_did_not_hear() -> None:
    at = setup(conference=True)
    outcome, heard = await talk(at, lambda ask: f"[b]{ask.seat}[/b]", {"codec": "line"})
    opening = record.opening("G1", at.game, at.preset, at.options, at.clock, names=at.names, seeds=at.seeds)
    assert outcome.record.startswith(protocol.write_line(opening))

    for seat in range(4):
        again = list(sent_to(outcome.record, CHANCE, SEED, seat))
        assert again[1:] == heard[seat][1:]


def speakable(text: str) -> bool:
    """Whether a text may be sent at all."""
    with suppress(protocol.ArenaFault):
        return bool(protocol.write_line(protocol.Say(1, text)))
    return False


@pytest.mark.parametrize("text", [text for text in TEXTS if speakable(text)], ids=ascii)
def test_a_terminal_gets_hostile_talk_escaped_and_a_pipe_gets_the_record_as_it_is(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = protocol.write_line(protocol.Say(1, text))
    for terminal in (False, True):
        written = io.BytesIO()
        shown = io.TextIOWrapper(written, "utf-8")
        shown.isatty = lambda terminal=terminal: terminal  # type: ignore[method-assign, misc]
        monkeypatch.setattr("sys.stdout", shown)
        say(lines)
        monkeypatch.undo()
        told = written.getvalue().decode()
        if terminal:
            check_terminal(told)
        else:
            assert record.words([*record.parse(told), protocol.Did(1, "cut", "tap")]) == [("tap", text)]


def test_a_text_belongs_to_the_next_answer_also_if_it_was_given_for_another_hand() -> None:
    def rules() -> Rules[Result]:
        yield Ask(0, "play", ("AS",), hand=2, talk=Talk((0, 1)))
        yield Ask(0, "play", ("KS",), talk=Talk((0, 1)))
        return Result((1,), (0,), "end")

    position = Position(ToyOptions(), rules)
    position.play("AS", "for the dummy")
    position.play("KS")
    assert position.log == [
        Say((0, 1), 0, "for the dummy"),
        Did(2, "play", "AS", "all", 0),
        Did(0, "play", "KS", "all", 0),
    ]
    assert record.words(map(record.message, position.log)) == [("AS", "for the dummy"), ("KS", "")]
    assert record.message(Note("end")) == protocol.Note("end", ())
