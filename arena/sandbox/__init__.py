"""Untrusted bots: locked in, limited, measured, and killed with everything they started.

docs/sandbox.md says what each level promises. The modules, from the outside in:

    run         the sandbox of a run: level, folder, guardian; starts bots
    levels      which levels work on this machine, found out by trying them
    starting    starts a program: as a plain process, in bubblewrap, or under the warden
    cell        a running program with everything it started
    bubblewrap, seccomp, listener, cgroups, places, processes      what the modules above use
    machine     what a sandbox shows of the machine, as constants
    warm        keeps the files that bots see in memory
    priority    who gets a core when there are too few
    meter       counts the CPU time of a bot that has no control group
    warden, guardian, attacker, whisperer      separate programs, started by path
    doctor      attacks a sandbox from inside
    pair, capacity      what two sandboxes can tell each other, and how much of it in a second
    talk        feeds a program in a cell, and reads what it says
    tools       compilers of the user's own that builds find
    build       runs a command, such as a compiler, to its end in a sandbox
"""

from arena.sandbox.cell import Cell, Used
from arena.sandbox.places import Program
from arena.sandbox.run import Sandbox, Share
from arena.sandbox.starting import MARK, SandboxFailure

__all__ = ["MARK", "Cell", "Program", "Sandbox", "SandboxFailure", "Share", "Used"]
