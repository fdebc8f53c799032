"""The command line: it reads the arguments, calls the work and prints. Error messages say what to do next."""

from __future__ import annotations

import os
import sys

LEAST, AMPLE = 160 << 20, 4 << 30
"""Limits of a process's memory (bytes): with less no command that needs numpy works, and with more none runs short."""


def overview() -> str:
    """Return what `arena --help` prints: a stored text, which `make docs` writes."""
    with open(f"{__path__[0]}/overview.txt", encoding="utf-8") as file:  # noqa: PTH123 - pathlib takes time to import
        return file.read()


def main() -> None:
    """Run the command line and exit; `arena` and `python -m arena.cli` call this.

    `arena --help` prints a stored text (`make docs` writes it), because importing click alone takes longer than
    starting three bare interpreters.
    """
    if sys.platform == "win32":
        sys.exit("arena: Windows itself cannot run this, but WSL2 can: say `wsl --install` and go on in its Ubuntu")
    if sys.argv[1:] in (["--help"], ["-h"]):
        try:
            sys.stdout.write(overview())
            sys.stdout.flush()
        except (AttributeError, OSError):  # closed, or it cannot be written: say so as all commands do
            pass
        else:
            return
    from arena.cli import output  # noqa: PLC0415 - see above

    output.install()
    try:
        _heed_limit()
        from arena.cli.group import command_line  # noqa: PLC0415 - see above

        command_line(prog_name="arena")
    except SystemExit as done:
        status = done.code if isinstance(done.code, int) else int(done.code is not None)
    except output.OutputLost as lost:
        status = lost.exit_status
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told as everything else is
        status = _told(error)
    sys.exit(output.finish(status))


def _heed_limit() -> None:
    """Let OpenBLAS, which numpy uses, take its memory first where that is limited (`ulimit -v`), for one thread only.

    Where it gets none it ends the process with a line of its own, and later other threads may have reserved the rest.

    Raises:
        MemoryError: the limit is so low that it would get none even now.
    """
    import resource  # noqa: PLC0415 - importing takes time

    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most >= AMPLE:
        return
    if most < LEAST:
        raise MemoryError
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import numpy as np  # noqa: PLC0415 - it takes time, and most have no limit

    np.linalg.solve(np.eye(2), np.ones(2))


def _told(error: Exception) -> int:
    """Say that memory does not suffice, or print the traceback of a bug; return the exit status."""
    from arena.errors import lacks_memory  # noqa: PLC0415 - see above

    if not lacks_memory(error):
        import traceback  # noqa: PLC0415 - see above

        traceback.print_exc()
        return 1
    import resource  # noqa: PLC0415 - see above

    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    limit = f": no more than {most >> 20} MB are allowed (ulimit -v)" if most != resource.RLIM_INFINITY else ""
    sys.stderr.write(f"arena: there is not enough memory{limit}\n  allow more, or end other programs\n")
    return os.EX_OSERR
