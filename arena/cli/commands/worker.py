"""`arena worker`: its options, its help and what it does."""

from __future__ import annotations

import click

from arena.cli.commands.shared import CORES
from arena.errors import UserError, as_one_error


@click.command()
@click.argument("address", metavar="tls://HOST:PORT")
@click.option("--key-file", required=True, metavar="FILE", help="The key of the arena; `-` reads it from the input.")
@click.option(
    "--rooms",
    type=click.IntRange(1, 64),
    default=CORES,
    show_default="the number of cores",
    help="How many rooms play at the same time.",
)
@click.option("--name", default="", help="What this machine is called there. [default: its host name]")
@click.option("--trust-bots", is_flag=True, help="Play also where bots run without a sandbox, as you trust them.")
@click.option("--stay", is_flag=True, help="When a tournament is over, wait for the next one.")
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 100_000),
    default=60,
    show_default=True,
    metavar="MINUTES",
    help="How long to call an arena that does not answer.",
)
def worker(
    *,
    address: str,
    key_file: str,
    rooms: int,
    name: str,
    trust_bots: bool,
    stay: bool,
    patience: float,
) -> None:
    """Play rooms of a tournament that runs on another machine.

    `arena run LADDER --listen HOST:PORT --key-file FILE` tells the address, and makes the key; copy that file to this
    machine. The arena sends the bots. They play here in the same sandbox as there, or not at all: what does not work
    here is told when it connects. If the connection breaks, all bots are ended, and the agent connects again. Ctrl-C
    ends it; others play the games that were open. `arena help clusters` has more.

    \b
      arena worker tls://head:4000 --key-file arena.key
      arena worker tls://head:4000 --key-file arena.key --rooms 4 --stay

    Exit status: 0 when the tournament is over, 69 if no arena answered, 77 if it has another key, 78 if it does not let
    this machine in.
    """
    import trio

    from arena.agents.agent import Agent
    from arena.agents.key import read_key
    from arena.agents.machine_info import NAME, this_machine
    from arena.app.calling import SCHEME, host_and_port
    from arena.cli.screen import err, say_of_agents
    from arena.sandbox.priority import right_of_way
    from arena.tournament.stops import heed

    if name and not NAME.fullmatch(name):
        raise UserError(f"--name {name}: only letters, digits, dots, hyphens and underscores", "for example lab-7")
    host, port = host_and_port(address.removeprefix(SCHEME), f"{SCHEME}HOST:PORT")
    agent = Agent(read_key(key_file), this_machine(rooms, name), trust_bots, say_of_agents, patience * 60, stay)
    agent.key.context("agent")  # if a library is missing, say so at once
    stopped: list[int] = []

    async def dial() -> trio.abc.Stream:
        return await trio.open_tcp_stream(host, port)

    async def work() -> None:
        async with trio.open_nursery() as nursery:

            def stop(number: int) -> None:
                stopped.append(number)
                nursery.cancel_scope.cancel()

            await nursery.start(heed, stop, nursery.cancel_scope.cancel)
            await agent.work(dial)
            nursery.cancel_scope.cancel()

    with right_of_way(), as_one_error():
        trio.run(work)
    if stopped:
        err.print("stopped; others play the games that were open")
        raise SystemExit(128 + stopped[0])
