"""Pace: the time of an answer is a language between partners; at fixed steps it says little."""

from __future__ import annotations

from collections import Counter
from math import log2
from typing import Any

import pytest
import trio
import trio.testing

from arena.settings.clock import ClockSettings
from arena.table.connection import Connection
from arena.table.outcome import Outcome
from tests.arena.fakes import Bot, Wire, last_word, play_one, seated, setup
from tests.arena.table.test_player import thinks

LEVELS = 16
"""How many lengths of time the speaker chooses from."""


def speaker(step_ms: float, said: list[int]) -> Bot:
    """A bot that answers after one of `LEVELS` multiples of a step: each is a word of four bits."""

    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        while True:
            if (words := (await wire.line()).split())[0] == "ask":
                word = len(said) * 7 % LEVELS
                said.append(word)
                await trio.sleep(word * step_ms / 1000)
                await wire.say(f"{words[-1]}\n")

    return bot


def listener(heard: list[float]) -> Bot:
    """A bot that notes when it hears of something."""

    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1 live=yes\n")
        while True:
            words = (await wire.line()).split()
            heard.append(trio.current_time())
            if words[0] == "ask":
                await wire.say(f"{words[-1]}\n")

    return bot


def note_questions(connection: Connection, asked: list[float]) -> None:
    """Note when each question is put."""
    ask = connection.ask

    async def noted(*args: Any) -> object:
        asked.append(trio.current_time())
        return await ask(*args)

    connection.ask = noted  # type: ignore[method-assign, assignment]


async def bits(pace: int, step_ms: float, *, live: bool = False) -> float:
    """Return the bits that an answer of the bot at seat 0 tells the bot at seat 1 by its time alone.

    It plays games until every word was said often. Everybody else answers at once; the clock stands still meanwhile.
    """
    pairs: Counter[tuple[int, int]] = Counter()
    clock = ClockSettings(move_ms=1000, ponder="off", live=live, pace=pace)
    for number in range(6):
        said: list[int] = []
        heard: list[float] = []
        bots: dict[int, Bot] = dict.fromkeys(range(4), last_word) | {0: speaker(step_ms, said), 1: listener(heard)}
        asked: list[float] = []
        async with seated(bots) as players:
            note_questions(players[0], asked)
            outcome = await play_one(setup(clock=clock, seed=f"pace {number}"), players)
            await trio.testing.wait_all_tasks_blocked()
        assert outcome.faults == ()
        for word, begun, following in zip(said, asked, [*asked[1:], float("inf")], strict=True):
            if later := [at for at in heard if begun < at <= following or (at == begun and word == 0 and not pace)]:
                pairs[word, round(1000 * (later[0] - begun))] += 1
    total = sum(pairs.values())
    words, times = Counter[int](), Counter[int]()
    for (word, time), count in pairs.items():
        words[word] += count
        times[time] += count
    return sum(n / total * log2(n * total / words[w] / times[t]) for (w, t), n in pairs.items())


@pytest.mark.interpreted  # it takes the place of a method
@pytest.mark.parametrize("live", [False, True])
async def test_a_paced_game_tells_nothing_by_time_unless_an_answer_takes_a_step_more(
    autojump_clock: trio.testing.MockClock, live: bool
) -> None:
    assert await bits(0, 5, live=live) > 3
    assert await bits(100, 5, live=live) == pytest.approx(0, abs=1e-9)
    assert 0 < await bits(100, 10, live=live) <= 1


async def game(pace: int, bot: Bot) -> tuple[Outcome, float]:
    async with seated(dict.fromkeys(range(4), last_word) | {0: bot}) as players:
        begun = trio.current_time()
        outcome = await play_one(setup(clock=ClockSettings(move_ms=100, bank_ms=3000, pace=pace)), players)
        return outcome, trio.current_time() - begun


async def test_no_clock_pays_for_the_pace(autojump_clock: trio.testing.MockClock) -> None:
    plain, took = await game(0, thinks(*[0.03] * 20))
    paced, paced_took = await game(200, thinks(*[0.03] * 20))

    assert plain.uses[0].bank_ms == pytest.approx(paced.uses[0].bank_ms)
    assert plain.uses[0].total_ms == pytest.approx(paced.uses[0].total_ms)
    assert plain.result == paced.result
    decisions = sum(use.decisions for use in plain.uses.values())
    assert paced_took == pytest.approx(0.2 * decisions)
    assert took == pytest.approx(0.03 * plain.uses[0].decisions)


async def test_the_time_of_a_fault_is_hidden_too(autojump_clock: trio.testing.MockClock) -> None:
    async def nonsense(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        while (await wire.line()).split()[0] != "ask":
            pass
        await trio.sleep(0.03)
        await wire.say("nonsense\n")

    outcome, took = await game(200, nonsense)

    assert [fault.kind for fault in outcome.faults] == ["ILLEGAL"]
    assert took % 0.2 == pytest.approx(0, abs=1e-6) or took % 0.2 == pytest.approx(0.2, abs=1e-6)
