"""Untrusted bots: locked in, limited, measured, and killed with everything they started.

docs/sandbox.md says what each level promises. The modules, from the outside in:

    run               the sandbox of a run: level, folder, guardian; starts bots
    levels            which levels work on this machine, found out by trying them
    spawn             starts a program: as a plain process, in bubblewrap, or under the warden
    running_program   a running program with everything it started
    bot_files         what a bot sees of the machine, and copies of its own files
    bubblewrap, seccomp, listener, cgroups, processes      what the modules above use
    mounts            shows files in a sandbox that bubblewrap has made
    constant_proc     what a sandbox shows of the machine in /proc: constants
    page_cache        keeps the files that bots see in memory
    priority          who gets a core when there are too few
    cpu_meter         counts the CPU time of a bot that has no control group
    warden, guardian, attacker                 separate programs, started by path
    futexes           one attack of the attacker
    doctor            attacks a sandbox from inside
    reading           reads what a program writes
    tools             compilers of the user's own that builds find
    build             runs a command, such as a compiler, to its end in a sandbox
"""

from arena.sandbox.bot_files import Program
from arena.sandbox.run import Sandbox, Share
from arena.sandbox.running_program import RunningProgram, Used
from arena.sandbox.spawn import MARK, SandboxFailure

__all__ = ["MARK", "Program", "RunningProgram", "Sandbox", "SandboxFailure", "Share", "Used"]
