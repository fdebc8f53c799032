import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import trio

from arena import protocol
from arena.games.kernel import Ask, Note, Result, Rules, Show
from arena.games.kernel.knowledge import told
from arena.games.kernel.position import play_game
from arena.settings.clock import ClockSettings
from arena.table.broken import Broken, blaming
from arena.table.connection import Connection
from arena.table.outcome import Fault, Outcome
from arena.table.record import message, parse, play_again
from arena.table.referee import GameSetup, behind
from tests.arena.fakes import Bot, Wire, after_asks, last_word, messages, one_game, packed, play_one, seated, setup


def fault(outcome: Outcome) -> tuple[int, str]:
    (found,) = outcome.faults
    return found.seat, found.kind


async def test_a_game_is_played_to_its_end() -> None:
    outcome = await one_game({})

    assert outcome.faults == ()
    assert outcome.result.reason == "limit"
    assert sum(use.decisions for use in outcome.uses.values()) == outcome.record.count("\ndid ")
    assert outcome.record.startswith("game G1 kaiser seats=4 sides=0,1,0,1 names=a,b,a,b move_ms=1000 preset=standard ")
    assert outcome.record.splitlines()[-1].startswith("over G1 places=")


async def test_the_record_plays_again_to_the_same_end() -> None:
    at = setup()
    outcome = await one_game({}, at)
    again = play_game(at.game, at.options, at.chance)
    play_again(again, parse(outcome.record))

    assert again.result == outcome.result
    assert [message(event) for event in again.log] == parse(outcome.record)[1:-1]


async def test_a_seat_is_sent_what_it_may_know_and_nothing_else() -> None:
    at = setup()
    async with seated(dict.fromkeys(range(4), last_word)) as players:
        outcome = await play_one(at, players)
        again = play_game(at.game, at.options, at.chance)
        play_again(again, parse(outcome.record))
        for seat, connection in players.items():
            heard = [m for m in messages(connection.sent.kept().decode()) if not isinstance(m, protocol.Ask)]

            assert heard[2:-1] == [message(event) for event in told(again.log, seat)]
            assert f" seat={seat} " in connection.sent.kept().decode()
            assert "names=" not in connection.sent.kept().decode()


async def test_between_two_questions_a_seat_gets_nothing() -> None:
    async with seated(dict.fromkeys(range(4), last_word)) as players:
        writes = spy(players[1])
        await play_one(setup(), players)

    assert all(re.search(rb"\nask [^\n]*\n$", data) for data in writes[:-1])
    assert b"\nover G1 " in writes[-1]


def spy(connection: Connection) -> list[bytes]:
    """The writes to a connection from now on."""
    writes: list[bytes] = []
    write = connection.channel.write

    async def listen(data: bytes | memoryview) -> int:
        writes.append(bytes(data))
        return await write(data)

    connection.channel.write = listen  # type: ignore[method-assign]
    return writes


async def says(wire: Wire, text: str | bytes) -> None:
    await wire.say(text)
    await trio.sleep_forever()


def saying(text: str | bytes, after: int = 1) -> Bot:
    return after_asks(after, lambda wire: says(wire, text))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("ILLEGAL", "ZZ\n"),
        ("ILLEGAL", "PASS\n"),
        ("PROTOCOL", "\n"),
        ("PROTOCOL", "two words\n"),
        ("PROTOCOL", b"\xff\xfe\n"),
        ("PROTOCOL", b"AS\0\n"),
        ("PROTOCOL", "[" * 60_000 + "\n"),
        ("FLOOD", "x" * 200_000 + "\n"),
        ("FLOOD", "x" * 70_000),
    ],
)
async def test_what_may_not_be_said(kind: str, text: str | bytes) -> None:
    outcome = await one_game({2: saying(text)})

    assert fault(outcome) == (2, kind)
    assert outcome.result.places == (2, 1)
    assert outcome.result.scores == ()
    assert outcome.result.reason == "forfeit"
    assert f"note fault 2 {kind}\nover G1 places=2,1 reason=forfeit\n" in outcome.record


async def test_two_answers_in_one_write_are_one_too_many() -> None:
    async def twice(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                await wire.say(f"{words[-1]}\n{words[-1]}\n")

    assert fault(await one_game({1: twice})) == (1, "PROTOCOL")


async def test_all_answers_at_the_start_are_too_many() -> None:
    async def eager(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        await trio.testing.wait_all_tasks_blocked()
        await wire.say("12no\nAS\nKS\n")
        await trio.sleep_forever()

    assert fault(await one_game({0: eager})) == (0, "PROTOCOL")


async def test_an_answer_while_another_is_asked_is_a_fault_of_its_sender_only(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async def chatty(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                await wire.say(f"{words[-1]}\n")
                await trio.sleep(0.05)
                await wire.say("AS\n")

    assert fault(await one_game({3: chatty, 0: slow(0.1)})) == (3, "PROTOCOL")


async def test_answers_may_come_in_pieces_and_with_a_carriage_return() -> None:
    async def slow_typist(wire: Wire) -> None:
        await wire.say("bot fake 1\r\n")
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                for letter in f"{words[-1]}\r\n":
                    await wire.say(letter)
                    await trio.lowlevel.checkpoint()

    assert (await one_game({0: slow_typist})).faults == ()


async def test_a_bot_that_ends_has_crashed() -> None:
    outcome = await one_game({1: after_asks(3, Wire.close)})

    assert outcome.faults == (Fault(1, "CRASH", "exit 7"),)


async def test_silence_is_late_after_limit_and_grace(autojump_clock: trio.testing.MockClock) -> None:
    begun = trio.current_time()
    outcome = await one_game({0: saying("")})

    assert fault(outcome) == (0, "TIMEOUT")
    assert trio.current_time() - begun == pytest.approx(1.05)
    assert "1050 ms (limit 1000 ms)" in outcome.faults[0].text


async def test_a_bot_that_never_spoke_may_not_be_flushing(autojump_clock: trio.testing.MockClock) -> None:
    assert "flush" in (await one_game({0: saying("", after=0)})).faults[0].text


async def test_bytes_do_not_extend_the_time(autojump_clock: trio.testing.MockClock) -> None:
    async def drip(wire: Wire) -> None:
        while True:
            await wire.say("A")
            await trio.sleep(0.05)

    begun = trio.current_time()
    outcome = await one_game({0: after_asks(1, drip)})

    assert fault(outcome) == (0, "TIMEOUT")
    assert trio.current_time() - begun == pytest.approx(1.05)


async def test_a_bot_that_does_not_read_is_late(autojump_clock: trio.testing.MockClock) -> None:
    async def deaf(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        await wire.line()
        wire.deaf = True

    begun = trio.current_time()
    assert fault(await one_game({0: deaf})) == (0, "TIMEOUT")
    assert trio.current_time() - begun == pytest.approx(1.05), "with half a message unread it is told no more"


def slow(seconds: float) -> Bot:
    """A bot that thinks as long over every answer."""

    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                await trio.sleep(seconds)
                await wire.say(f"{words[-1]}\n")

    return bot


async def test_an_answer_within_the_grace_is_not_late(autojump_clock: trio.testing.MockClock) -> None:
    outcome = await one_game({0: slow(1.04)})

    assert outcome.faults == ()
    assert outcome.uses[0].worst_ms == pytest.approx(1040)


async def test_an_answer_that_lies_in_the_pipe_at_the_deadline_counts(autojump_clock: trio.testing.MockClock) -> None:
    async with seated(dict.fromkeys(range(4), last_word) | {0: slow(3)}) as players:
        wire = players[0].channel.wire  # type: ignore[attr-defined]
        read = players[0].channel.read

        async def read_too_late() -> bytes:
            with trio.CancelScope(shield=True):
                await trio.sleep(2)
                wire.outbox += b"12no\n"
            return await read()

        players[0].channel.read = read_too_late  # type: ignore[method-assign]
        outcome = await play_one(setup(), players)

    assert outcome.record.index("did 0 bid 12no") < outcome.record.index("note fault 0")


async def test_a_bank_is_spent_and_told(autojump_clock: trio.testing.MockClock) -> None:
    clock = ClockSettings(move_ms=1000, bank_ms=2000, inc_ms=100)
    outcome = await one_game({0: slow(0.4)}, setup(clock=clock))
    banks = [m for m in parse(outcome.record) if isinstance(m, protocol.Clock) and m.bank_ms < 2000]

    assert fault(outcome) == (0, "TIMEOUT")
    assert banks == [
        protocol.Clock(1000, 1700),
        protocol.Clock(1000, 1400),
        protocol.Clock(1000, 1100),
        protocol.Clock(800, 800),
        protocol.Clock(500, 500),
        protocol.Clock(200, 200),
    ]


async def test_a_substitute_plays_on_and_the_offender_is_last() -> None:
    at = setup(on_fault="substitute")
    outcome = await one_game({2: saying("ZZ\n")}, at)
    again = play_game(at.game, at.options, at.chance)
    play_again(again, parse(outcome.record))

    assert fault(outcome) == (2, "ILLEGAL")
    assert outcome.result.reason == "limit"
    assert outcome.result.places == (2, 1)
    assert again.result is not None
    assert again.result.scores == outcome.result.scores


async def test_every_answer_of_the_record_has_its_time_and_those_of_the_house_have_none() -> None:
    outcome = await one_game({2: saying("ZZ\n")}, setup(on_fault="substitute"))
    before, failed, after = outcome.record.partition("note fault 2 ILLEGAL\n")
    asked = [True] * before.count("\ndid ") + [
        not line.startswith("did 2 ") for line in after.splitlines() if "did" in line
    ]

    assert failed
    assert [bool(code) for code in outcome.answer_times] == asked
    assert not all(asked)


async def test_the_same_seed_gives_the_same_substitute() -> None:
    one = await one_game({2: saying("ZZ\n")}, setup(on_fault="substitute"))
    other = await one_game({2: saying("ZZ\n")}, setup(on_fault="substitute"))

    assert one.record == other.record


async def test_who_does_not_come_has_lost() -> None:
    async with seated(dict.fromkeys(range(1, 4), last_word)) as players:
        outcome = await play_one(setup(), players, (Fault(0, "TIMEOUT", "at the start"),))
        heard = players[1].sent.kept().decode()

    assert outcome.result.places == (2, 1)
    assert heard.endswith("over G1 places=2,1 reason=forfeit\n")


async def test_a_stopped_bot_is_told_why() -> None:
    async with seated(dict.fromkeys(range(4), last_word) | {0: saying("ZZ\n", after=0)}) as players:
        await play_one(setup(), players)

    assert players[0].sent.kept().decode().splitlines()[-1].startswith("fault ILLEGAL ZZ is not one of: pass")
    assert players[0].process.stopped  # type: ignore[attr-defined]


async def test_a_live_bot_hears_of_things_as_they_happen() -> None:
    async with seated(
        dict.fromkeys(range(4), last_word) | {1: partial(last_word, greeting="bot l 1 live=yes\n")}
    ) as players:
        writes = spy(players[1])
        await play_one(setup(clock=ClockSettings(live=True)), players)

    assert any(data.startswith(b"did 0") and b"ask" not in data for data in writes)


async def test_a_bot_with_tables_sees_the_game_on_every_line() -> None:
    async with seated(dict.fromkeys(range(4), last_word) | {1: tabled}) as players:
        outcome = await play_one(setup(), players)
        lines = players[1].sent.kept().decode().splitlines()

    assert outcome.faults == ()
    assert all(line.startswith("@G1 ") for line in lines[1:])


async def tabled(wire: Wire) -> None:
    await wire.say("bot t 1 tables=8\n")
    while True:
        words = (await wire.line()).split()
        if words[1] == "ask":
            await wire.say(f"@G1 {words[-1]}\n")


async def test_bots_may_speak_msgpack() -> None:
    async with seated(dict.fromkeys(range(4), last_word) | {1: packed(lambda words: words[-1])}) as players:
        outcome = await play_one(setup(), players)

    assert outcome.faults == ()
    assert outcome.uses[1].decisions >= 8


def wrong(at: GameSetup, *told: Ask | Show | Note, result: Result | None = None) -> GameSetup:
    """The same game with rules that are broken: they tell something more, or have another result."""

    def deal(*args: Any) -> Rules[Any]:
        yield from told
        return (yield from at.game.deal(*args))

    game = replace(at.game, deal=deal)
    return at._replace(game=game if result is None else replace(game, result=lambda _, __: result))


@pytest.mark.parametrize(
    ("told", "result", "why"),
    [
        ((Ask(7, "play", ("AS",)),), None, "goes to a seat that answers nothing"),
        ((Ask(0, "play", ("AS",), hand=7),), None, "is about a hand that nobody has"),
        ((Show((0,), "hand", 7, ("AS",)),), None, "is about a hand that nobody has"),
        ((Note("fault", (0, "CRASH")),), None, "only the arena notes fault"),
        pytest.param(
            (Note("scores", (1.0, 2)),),  # type: ignore[arg-type]
            None,
            "values are texts (str) and whole numbers (int), not 1.0",
            marks=pytest.mark.interpreted,  # what is compiled takes no other types, and says so in its own words
        ),
        ((Note("won", (True,)),), None, "values are texts (str) and whole numbers (int), not True"),
        pytest.param(
            (Ask(True, "play", ("AS",)),),
            None,
            "goes to True; seats are whole numbers (int)",
            marks=pytest.mark.interpreted,  # there it is seat 1
        ),
        ((), Result((1,), (5,), "limit"), "is not for 2 sides"),
        ((), Result((1, 2), (5, 0.5), "limit"), "not 0.5"),  # type: ignore[arg-type]
    ],
)
async def test_broken_rules_are_nobodys_fault_and_have_no_result(
    told: tuple[Ask | Show | Note, ...], result: Result | None, why: str
) -> None:
    def said(error: Exception) -> bool:
        return why in str(error.error if isinstance(error, Broken) else error)

    with pytest.RaisesGroup(pytest.RaisesExc((Broken, protocol.ArenaFault), check=said), flatten_subgroups=True):
        await one_game({}, wrong(setup(), *told, result=result))


async def test_what_a_game_tells_is_not_told_in_the_words_of_another_game() -> None:
    """A note of seat True equals one of seat 1: the honest game was told in the words of the broken one."""
    honest, note = setup(), Note("new", (1,))
    with pytest.RaisesGroup(pytest.RaisesExc(protocol.ArenaFault), flatten_subgroups=True):
        await one_game({}, wrong(honest, note, Note("new", (True, 1))))
    for _ in range(2):
        outcome = await one_game({}, wrong(honest, Note("new", (1, 1))))
        assert "\nnote new 1 1\n" in outcome.record
    with pytest.RaisesGroup(pytest.RaisesExc(protocol.ArenaFault), flatten_subgroups=True):
        await one_game({}, wrong(honest, Note("new", (True, 1))))


async def test_rules_that_end_the_process_end_their_game_only() -> None:
    with pytest.raises(Broken), blaming("G1"):
        raise SystemExit(3)


def test_the_guilty_are_placed_behind_all_others() -> None:
    assert behind((1, 2), {0}) == (2, 1)
    assert behind((1, 2), {1}) == (1, 2)
    assert behind((1, 1), {0, 1}) == (1, 1)
    assert behind((1, 2, 3), {0}) == (3, 1, 2)
