"""The command line: parse, call, print. Every error a person can mend says what to do next, on standard error."""

from __future__ import annotations

import sys

from arena.cli.overview import HELP


def main() -> None:
    """Run the command line: what `arena` and `python -m arena.cli` call.

    `arena --help` prints a text that is kept (`make docs` writes it). To import click alone takes longer than to start
    three bare interpreters.
    """
    if sys.argv[1:] in (["--help"], ["-h"]):
        sys.stdout.write(HELP)
        return
    from arena.cli.group import command_line  # noqa: PLC0415 - see above

    command_line(prog_name="arena")
