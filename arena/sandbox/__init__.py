"""Bots that nobody trusts: locked in, limited, measured, and ended until nothing is left.

docs/sandbox.md says what each level promises. From the outside in:

    run         the sandbox of a run: level, folder, guardian; starts bots
    levels      which level this machine gives, found out by trying
    starting    a program as a plain process, in bubblewrap, or under the warden
    cell        a running program with all that it started
    bubblewrap, seccomp, cgroups, places, processes      the means
    warden, guardian, attacker      programs of their own, started by path
    doctor      attacks from inside
    build       a command, such as a compiler, run to its end in a sandbox
"""

from arena.sandbox.cell import Cell, Used
from arena.sandbox.places import Program
from arena.sandbox.run import Sandbox, Share
from arena.sandbox.starting import MARK, SandboxFailure

__all__ = ["MARK", "Cell", "Program", "Sandbox", "SandboxFailure", "Share", "Used"]
