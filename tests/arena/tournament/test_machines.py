"""How machines share rooms, and which of them are too slow."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import cycle

import pytest
import trio
import trio.testing

from arena.schedules.plan import rooms_of
from arena.table.outcome import Fault
from arena.tournament.machines import Machine, Queue
from arena.tournament.punctuality import MACHINE, Punctuality
from tests.arena.agents.stage import outcome
from tests.arena.tournament.test_play import setup


async def test_one_machine_gets_the_rooms_as_they_are_and_in_their_order() -> None:
    _, planned = setup("kaiser", "abc", sets=30)
    rooms = rooms_of(planned)
    queue, machine = Queue(shared=False), Machine([None])
    queue.machines.append(machine)
    queue.fill(rooms)

    assert [turn.room for _ in rooms if (turn := await queue.next(machine))] == rooms


@pytest.mark.parametrize("contest", ["kaiser", "twenty-five", "bridge-solitaire"])
async def test_each_set_is_played_on_one_machine_and_every_game_once(contest: str, autojump_clock: object) -> None:
    _, planned = setup(contest, "abcdef", sets=12)
    queue, machines = Queue(shared=True), [Machine([None] * places, str(places)) for places in (1, 2, 3)]
    queue.machines += machines
    queue.fill(rooms_of(planned))
    where: dict[str, str] = {}
    sizes = []
    turns = cycle(machines)
    while len(where) < len(planned):
        machine, turn = next(turns), None
        with trio.move_on_after(1):  # there may be nothing for it now
            turn = await queue.next(machine)
        if turn is None:
            continue
        room = turn.room
        turn.hear(len(room.games))
        sizes.append(len(room.games))
        assert not {game.id for game in room.games} & where.keys()
        where |= {game.id: machine.name for game in room.games}
    of_sets = {(game.pairing, game.set): set[str]() for game in planned}
    for game in planned:
        of_sets[game.pairing, game.set].add(where[game.id])

    assert {len(names) for names in of_sets.values()} == {1}
    assert Counter(where.values()).keys() == {"1", "2", "3"}
    assert sizes[-1] == 1, "at the end the parts are small"


async def played(queue: Queue, workers: int, start: float, game: float) -> list[int]:
    """Have machines of one worker each play all rooms; return how many games each room had, in order."""
    sizes: list[int] = []

    async def play(machine: Machine) -> None:
        while turn := await queue.next(machine):
            sizes.append(len(turn.room.games))
            await trio.sleep(start)
            while turn.left:
                await trio.sleep(game)
                turn.hear(1)
            queue.settle(turn)

    queue.machines += [Machine([None], str(number)) for number in range(workers)]
    async with trio.open_nursery() as nursery:
        for machine in queue.machines:
            nursery.start_soon(play, machine)
        await queue.played()
        queue.close()
    return sizes


@pytest.mark.parametrize(("start", "game"), [(0.02, 0.02), (0.3, 0.5), (2.0, 0.5), (0.3, 20.0)])
async def test_nobody_is_idle_for_long_and_bots_start_seldom(
    start: float, game: float, autojump_clock: trio.testing.MockClock
) -> None:
    _, planned = setup("kaiser", "ab", sets=480)
    queue, workers = Queue(shared=True), 16
    queue.fill(rooms_of(planned))
    begun = trio.current_time()
    sizes = await played(queue, workers, start, game)

    took, useful = trio.current_time() - begun, len(planned) * game / workers
    assert sum(sizes) == len(planned)
    assert useful < took < 1.15 * useful + 2 * (2 * start + game)
    assert len(sizes) * start <= max(0.25 * len(planned) * game, 4 * workers * start)


async def test_what_a_machine_leaves_goes_to_others_and_who_waits_gets_it(autojump_clock: object) -> None:
    _, planned = setup("kaiser", "ab", sets=1)
    queue, one, other = Queue(shared=True), Machine([None], "one"), Machine([None], "other")
    queue.machines += [one, other]
    queue.fill(rooms_of(planned))
    first = await queue.next(one)
    assert first is not None
    got = []

    async def wait() -> None:
        while turn := await queue.next(other):
            got.append(turn.room)
            queue.settle(turn)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await trio.sleep(1)
        assert not got, "the other room of the set belongs to the first machine"
        queue.put_back(one, first.room)
        queue.settle(first)
        await trio.sleep(1)
        assert not got, "it is to be played with the other room"
        queue.leave(one)
        await queue.played()
        queue.close()

    assert sorted(game.id for room in got for game in room.games) == sorted(game.id for game in planned)
    assert await queue.next(one) is None


async def test_a_machine_that_is_gone_waits_for_nothing(autojump_clock: object) -> None:
    queue, machine = Queue(shared=True), Machine([None], "one")
    machine.wake = queue.notify
    async with trio.open_nursery() as nursery:
        nursery.start_soon(queue.next, machine)
        await trio.sleep(1)
        await machine.give_up("slow")
    assert machine.gone


def judged(late: dict[str, tuple[int, int]]) -> dict[str, str]:
    """The verdicts on machines: machine -> of how many games of each bot how many were late."""
    _, planned = setup("kaiser", "abc", sets=10)
    seen = Punctuality()
    for machine, (every, games) in late.items():
        for number, game in enumerate(planned[:games]):
            faults = (Fault(0, "TIMEOUT", ""), Fault(1, "TIMEOUT", "")) if every and number % every == 0 else ()
            seen.take(game, replace(outcome(game.id), faults=faults, machine={MACHINE: machine}))
    return {machine: seen.verdict(machine) for machine in late}


def test_a_machine_on_which_all_are_late_that_are_in_time_elsewhere_is_too_slow() -> None:
    found = judged({"slow": (1, 30), "fast": (0, 60), "other": (0, 60)})

    assert "bots that are in time elsewhere were late here" in found["slow"]
    assert not found["fast"]


@pytest.mark.parametrize(
    "late",
    [
        {"slow": (1, 30)},  # there is nobody to compare with
        {"slow": (1, 30), "other": (1, 30)},  # the bots are slow
        {"slow": (20, 60), "other": (0, 60)},  # now and then is no habit
        {"slow": (1, 2), "other": (0, 60)},  # too few to tell
        {"slow": (0, 60), "other": (0, 60)},
    ],
)
def test_no_machine_is_blamed_without_evidence(late: dict[str, tuple[int, int]]) -> None:
    assert set(judged(late).values()) == {""}
