"""Commands as on a Mac, as far as Linux can show it: without the calls that only Linux has.

Each argument is a command of the arena. Trio and the standard library keep what they took from Linux.
"""

import os
import resource
import shlex
import signal
import sys
import sysconfig
import zoneinfo

import trio

LINUX = {
    os: "pidfd_open sched_setaffinity sched_getaffinity O_PATH setresuid setresgid posix_fadvise ST_NOEXEC "
    "memfd_create eventfd splice copy_file_range",
    signal: "pidfd_send_signal sigtimedwait sigwaitinfo",
    resource: "prlimit",
}

if __name__ == "__main__":
    loaded = trio, zoneinfo, sysconfig.get_config_vars()  # these ask which system it is
    for module, names in LINUX.items():
        for name in names.split():
            delattr(module, name)
    sys.platform = "darwin"
    os.uname = lambda: os.uname_result(("Darwin", "mac", "24.0", "Darwin Kernel", "arm64"))
    from tests.commands import arena

    for command in sys.argv[1:]:
        print(f"$ {command}", *arena(*shlex.split(command), trust=False, status=None), sep="\n", flush=True)
