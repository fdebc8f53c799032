"""The command line: it reads the arguments, calls the work and prints. Error messages say what to do next."""

from __future__ import annotations

import sys

from arena.cli.overview import HELP


def main() -> None:
    """Run the command line; `arena` and `python -m arena.cli` call this.

    `arena --help` prints a stored text (`make docs` writes it), because importing click alone takes longer than
    starting three bare interpreters.
    """
    if sys.argv[1:] in (["--help"], ["-h"]):
        sys.stdout.write(HELP)
        return
    from arena.cli.group import command_line  # noqa: PLC0415 - see above

    command_line(prog_name="arena")
