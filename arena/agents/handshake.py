"""The handshake: both ends prove that they have the key, and the agent shows that it can play in this tournament.

| step | who | word | then |
|---|---|---|---|
| 1 | arena | `arena` | version of this list, its nonce |
| 2 | agent | `agent` | version of this list, its nonce, what it is (`MachineInfo`), proof |
| 3 | arena | `welcome` | proof, terms (`Terms`) |
| 4 | agent | `trial` | how the sandbox of the tournament does on its machine (`Trial`) |
| 5 | arena | `begin` | what it is called here, how many places on its machine come before its own |

At each step the arena may say `refused` and why instead; then the connection ends, and the agent ends too.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arena import __version__
from arena.agents.key import BYTES, Key, is_proof
from arena.agents.machine_info import MachineInfo, code
from arena.settings.clock import ClockSettings
from arena.settings.limits import LEVELS, Level, StagingLimits
from arena.tournament.link import Link
from arena.tournament.values import MalformedError, reader

FORMAT = 1
"""The version of this list, and of the one in `arena.agents.heartbeat`."""
SHORT = 1 << 16
"""The most bytes of a message in the greeting."""


class RefusedError(Exception):
    """The other end may not take part.

    Args:
        reason: why, for people.
    """


class Terms(NamedTuple):
    """Under what rooms are played.

    Args:
        level: the sandbox level.
        read: folders of each machine that bots may read.
        pin: whether each room is kept on one core.
        staging: how much a bot's folder may hold, and its build may use.
        clock: the time limits.
    """

    level: Level
    read: tuple[Path, ...]
    pin: bool
    staging: StagingLimits
    clock: ClockSettings


class Trial(NamedTuple):
    """How the sandbox does on the machine of an agent, by the same trial as at home (`arena.sandbox.levels`).

    Args:
        level: the level that was tried.
        problem: why it does not work there; empty if it does.
        about: the level and its means, as they are stored with results.
    """

    level: Level
    problem: str
    about: str


class Guest(NamedTuple):
    """An agent that has proved to have the key.

    Args:
        about: what it says about itself.
        trial: how the sandbox of the tournament does there.
    """

    about: MachineInfo
    trial: Trial


async def ask_in(link: Link, key: Key, terms: Terms) -> Guest:
    """Greet an agent as the arena; return who it is.

    Raises:
        RefusedError: it may not take part; it was told so.
        MalformedError: it breaks the protocol.
    """
    try:
        return await _ask_in(link, key, terms)
    except RefusedError as error:
        await link.send("refused", str(error))
        raise


async def _ask_in(link: Link, key: Key, terms: Terms) -> Guest:
    ours = secrets.token_bytes(BYTES)
    await link.send("arena", FORMAT, ours)
    number, theirs, said, shown = await _heard(link, "agent", 4)
    if number != FORMAT:
        raise RefusedError(f"its arena greets in version {str(number)[:20]}, this one in version {FORMAT}")
    if not is_proof(shown, key.proof("agent", ours, theirs, said)):
        raise RefusedError("it does not prove that it has the key; perhaps its handshake is a copy of another one")
    about: MachineInfo = reader(MachineInfo)(said)
    about.check()
    mine = __version__, code()
    if (about.version, about.code) != mine:
        text = f"its arena is version {about.version} (code {about.code}), this one is {mine[0]} (code {mine[1]})"
        raise RefusedError(f"{about.name}: {text}; install the same on all machines")
    await link.send("welcome", key.proof("arena", theirs, ours), terms)
    [tried] = await _heard(link, "trial", 1)
    trial: Trial = reader(Trial)(tried)
    if trial.problem:
        raise RefusedError(f"{about.name}: the sandbox level {terms.level} does not work there: {trial.problem[:500]}")
    if LEVELS.index(trial.level) < LEVELS.index(terms.level):
        raise RefusedError(f"{about.name}: its sandbox is weaker: {trial.level}, not {terms.level}")
    return Guest(about, trial)


async def ask_for(link: Link, key: Key, about: MachineInfo) -> Terms:
    """Greet an arena as an agent, up to the third step; return under what rooms are played.

    Raises:
        RefusedError: the arena lets nobody in like this agent, or has not proved that it has the key.
        MalformedError: it breaks the protocol.
        ConnectionError: the connection has ended.
    """
    ours = secrets.token_bytes(BYTES)
    number, theirs = await _heard(link, "arena", 2)
    if number != FORMAT:
        raise RefusedError(f"the arena greets in version {str(number)[:20]}, this agent in version {FORMAT}")
    said = reader(object)(tuple(about))
    await link.send("agent", FORMAT, ours, said, key.proof("agent", theirs, ours, said))
    shown, terms = await _heard(link, "welcome", 2)
    if not is_proof(shown, key.proof("arena", ours, theirs)):
        raise RefusedError("the arena does not prove that it has the key")
    found: Terms = reader(Terms)(terms)
    return found


async def begin(link: Link, trial: Trial) -> tuple[str, int]:
    """Say how the sandbox does, and wait for the arena to begin; return the agent's name there, and the places before.

    Raises:
        RefusedError: the arena does not let it in.
        MalformedError: it breaks the protocol.
        ConnectionError: the connection has ended.
    """
    await link.send("trial", trial)
    name, before = await _heard(link, "begin", 2)
    return reader(str)(name), reader(int)(before)


async def _heard(link: Link, word: str, values: int) -> Sequence[Any]:
    """Return the values of the next message, which must begin with this word.

    Raises:
        RefusedError: the other end refuses.
        MalformedError: the message is another one.
        ConnectionError: the connection has ended.
    """
    link.longest = SHORT
    message = await link.receive()
    match message:
        case None:
            raise ConnectionError("the other end is gone")
        case ("refused", str(reason)):
            raise RefusedError(reason[:1000])
        case (said, *rest) if said == word and len(rest) == values:
            return rest
    raise MalformedError(f"the greeting {word!r} is missing")
