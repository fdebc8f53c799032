"""Other machines that play rooms of a ladder: where they call, and how they are started."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.agents.bot_transfer import recipes_of
from arena.agents.clusters import Orders, StartAgents, key_path, starter
from arena.agents.handshake import Terms
from arena.agents.key import Key, read_or_make_key
from arena.agents.machine_info import this_machine
from arena.agents.server import AgentServer
from arena.bots.entrants import Entrant
from arena.bots.staging import staging_folder
from arena.errors import UserError, command
from arena.settings.limits import StagingLimits
from arena.tournament.punctuality import MACHINES
from arena.tournament.setup import TournamentSetup

ANY = ("0.0.0.0", "::", "")  # noqa: S104 - what people write to be reached from everywhere
SCHEME = "tls://"
BACKLOG = 128


@dataclass(frozen=True)
class Calling:
    """How other machines may call in.

    Args:
        key: the key that they must have.
        listening: where they call; bound already.
        orders: how they are called, and by that, where.
        start: starts them; None if people do.
        say: is told what happens to them.
    """

    key: Key
    listening: socket.socket
    orders: Orders
    start: StartAgents | None
    say: Callable[[str], None]

    def conditions(self, entrants: Sequence[Entrant]) -> dict[str, str]:
        """Return what the store keeps of it among the conditions of the run; say how an agent is started by hand.

        Raises:
            UserError: a bot can only play on the machine of the arena.
        """
        recipes_of(entrants)
        words = command("worker", self.orders.address, "--key-file", str(self.orders.key_file))
        how = "" if self.start else f"; on each other machine: {words}{' --trust-bots' * self.orders.trust}"
        self.say(f"Agents call {self.orders.address}{how}")
        return {MACHINES: "agents"}

    def server(self, setup: TournamentSetup, staging: StagingLimits) -> AgentServer:
        """Return the server that lets them in.

        Args:
            setup: what is played.
            staging: how much a bot's folder may hold, and its build may use.
        """
        sandbox = setup.sandbox
        level, read = ("none", ()) if sandbox is None else (sandbox.level, sandbox.read)
        terms = Terms(level, read, setup.pin, staging, setup.clock)
        home = this_machine(setup.rooms) if setup.rooms else None
        return AgentServer(self.key, self.listening, terms, staging_folder(), home, self.say, self.start, self.orders)


def calling(
    say: Callable[[str], None],
    *,
    listen: str | None,
    key_file: str | None,
    on: str | None,
    agents: int | None,
    agent_rooms: int | None,
    agent_command: str,
    trust: bool,
) -> Calling | None:
    """Return how other machines may call in, as the options of `arena run` say it; None if they may not.

    Args:
        say: is told what happens to them.
        listen: HOST:PORT.
        key_file: the file with the key; it is made if it is missing.
        on: who starts agents.
        agents: how many.
        agent_rooms: how many rooms each agent plays; None for as many as it has cores.
        agent_command: how the arena is called on other machines.
        trust: whether bots play without a sandbox.

    Raises:
        UserError: options are missing or wrong; the port is taken; or the key is of no use.
    """
    if listen is None and on is None:
        if key_file is not None:
            raise UserError("--key-file is for machines that call in", "say where they call, too: --listen HOST:PORT")
        return None
    if key_file is None:
        hint = "name one: --key-file arena.key; it is made if it is missing, and other machines need a copy"
        raise UserError("machines can only call in with a key file", hint)
    start = None if on is None else starter(on, agents or 0)
    key = read_or_make_key(key_file)
    key.context("arena")
    host, port = host_and_port(listen or "0.0.0.0:0", "HOST:PORT")
    listening = _bound(host, port)
    told = socket.gethostname() if host in ANY else host
    address = f"{SCHEME}{f'[{told}]' if ':' in told else told}:{listening.getsockname()[1]}"
    orders = Orders(address, key_path(key_file), agent_command, agent_rooms or 0, trust)
    return Calling(key, listening, orders, start, say)


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        hint = "name an address of this machine and a free port; port 0 takes any"
        raise UserError(f"--listen {host}:{port}: {error.strerror or error}", hint, os.EX_UNAVAILABLE) from error


def host_and_port(text: str, form: str) -> tuple[str, int]:
    """Return the host and the port in a text."""
    found = re.fullmatch(r"(?:\[([0-9A-Fa-f:.%]+)\]|([^:/\[\]]*)):(\d{1,5})", text)
    if found is None or int(found[3]) > 65535:
        example = form.replace("HOST", "head").replace("PORT", "4000")
        raise UserError(f"{text}: not of the form {form}", f"for example {example}")
    return found[1] or found[2], int(found[3])
