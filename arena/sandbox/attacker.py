"""The attacker: a program that tries, from inside a sandbox, to do what no bot must be able to do.

`arena doctor` starts it as a bot: `python3 attacker.py`, with only the standard library and `futexes.py` beside it. It
gets its orders as one line of JSON, and prints what it achieved as lines of JSON. An attack that succeeds does no harm:
it reads a file made for this, sends signal 0, or sets limits to the values they already have.
"""

from __future__ import annotations

import errno
import fcntl
import json
import mmap
import os
import resource
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

MB = 1024 * 1024
DENIED = (1, 38, 97)
"""EPERM, ENOSYS, EAFNOSUPPORT: the filter's answers to a denied call. Any other error means the call got through."""
PATIENCE = 20
"""Seconds for one attack: many times what it takes, because other programs may need the machine."""
BURNT = 0.1
"""Seconds of CPU time that each of two processes uses before they are measured."""
GRAB = 8 * MB
SHARED_FILES = ("/usr/bin/env", "/dev/null")
"""Files that all sandboxes see, so that another bot could notice locks and watches on them."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/bin/sh")
SOCKETS = ("AF_INET", "AF_INET6", "AF_NETLINK", "AF_PACKET", "AF_VSOCK")
KERNEL = "bpf perf_event_open userfaultfd io_uring_setup io_setup process_vm_readv pidfd_getfd kcmp syslog"
OWN_MEMORY = ("/tmp", "/dev/shm")  # noqa: S108 - those of the sandbox
PLACES = ("/", "/bot", "/usr", "/etc", "/dev", "/run", "/var/tmp", "/home", "/proc/sys/kernel")  # noqa: S108
SETTINGS = ("sys/kernel/core_pattern", "sys/kernel/panic", "sys/vm/drop_caches", "sysrq-trigger")
REMOUNT_BIND = 4096 | 32
NEW_USER = 0x10000000
USER_KEYRING, UNLINK_KEY = -4, 9
INT_80 = bytes.fromhex("b814000000cd80c3")
"""mov eax, 20 (getpid); int 0x80; ret: on x86_64, a system call by its 32-bit number."""

PRECACHE_EXTENTS = 0x6612
SO_COOKIE = 57
BUSY = ("stat", "meminfo", "loadavg", "sys/fs/file-nr", "sys/kernel/pty/nr")
"""Files of /proc that are tried even where /proc cannot be listed."""
LOCK = struct.Struct("hhqqi4x")
"""`struct flock`: type, whence, start, length, process."""
PAGE_BITS = 12
"""How many bits a message has that is sent as pages in memory."""
APART = 64 * 1024
"""Bytes between two of its pages."""


def is_open(number: int) -> bool:
    """Return whether a descriptor is open."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


INHERITED = tuple(filter(is_open, range(3, 256)))
"""The descriptors that were open at the start. libffi keeps one of its own open where ctypes is imported."""
ctypes: Any = import_module("ctypes")
libc = ctypes.CDLL(None, use_errno=True)
Facts = dict[str, Any]


def reach_files(facts: Facts) -> Iterator[str]:
    """Read files of the arena and its user."""
    with suppress(OSError):
        if facts["secret"] in Path(facts["secret_file"]).read_text():
            yield "a file of the arena"
    for folder in (*facts["homes"], facts["folder"], facts["opponent"]):
        with suppress(OSError):
            if list(Path(folder).iterdir()):
                yield folder
    with suppress(OSError):
        if Path("/etc/shadow").read_text():
            yield "/etc/shadow"


def see_processes(facts: Facts) -> Iterator[str]:
    """Read the environment, memory, command line and descriptors of the arena's process."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if sha256(path.read_bytes()).hexdigest() == facts["environment"]:
                yield f"the arena's environment in {path}"
    if not is_arena(facts):
        return
    for name in ("mem", "maps", "cmdline"):
        with suppress(OSError), Path(f"/proc/{facts['arena']}/{name}").open("rb") as file:
            if name == "mem" or file.read(1):
                yield name
    with suppress(OSError):
        if list(Path(f"/proc/{facts['arena']}/fd").iterdir()):
            yield "fd"


def learn_paths(facts: Facts) -> Iterator[str]:
    """Find paths of the arena in /proc."""
    for name in ("1/environ", "1/cmdline", "self/mountinfo", "self/environ"):
        with suppress(OSError):
            text = Path("/proc", name).read_text()
            paths = (facts["folder"], facts["program"], *facts["homes"])
            yield from (f"{path} in /proc/{name}" for path in paths if path in text)


def inherit_descriptors(_facts: Facts) -> Iterator[str]:
    """Use descriptors that the arena left open."""
    yield from (f"descriptor {number}" for number in INHERITED)


def write_files(facts: Facts) -> Iterator[str]:
    """Write outside /tmp: to a folder open to all users, to the system's folders, to the bot's own."""
    for folder in (facts["open_folder"], *PLACES):
        with suppress(OSError):
            path = Path(folder, f"arena-{facts['secret']}")
            path.write_text("x")
            path.unlink()
            yield folder


def change_kernel(_facts: Facts) -> Iterator[str]:
    """Open the kernel's settings for writing."""
    for name in SETTINGS:
        with suppress(OSError):
            os.close(os.open(f"/proc/{name}", os.O_WRONLY))
            yield name


def fill_memory_folders(facts: Facts) -> Iterator[str]:
    """Write more to /tmp, /dev/shm and other folders than their size allows."""
    most = (facts["file_mb"] + 2) * MB
    for folder in (*OWN_MEMORY, "/dev", "/"):
        written = 0
        with suppress(OSError):
            for number in range(1 + most // MB):
                Path(folder, f"fill{number}").write_bytes(bytes(MB))
                written += MB
        if written > most:
            yield f"{written // MB} MB in {folder}"
        for path in Path(folder).glob("fill*") if written else ():
            path.unlink()


def use_network(facts: Facts) -> Iterator[str]:
    """Open sockets; connect to a port of this machine or to sockets of other programs."""
    for family in SOCKETS:
        with suppress(OSError, AttributeError), socket.socket(getattr(socket, family), socket.SOCK_DGRAM):
            yield family
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", facts["port"]), timeout=1).close()
        yield "a port of this machine"
    for name, address in (("abstract", "\0" + facts["abstract"]), ("path", facts["socket"])):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as end:
            end.connect(address)
            yield f"a socket of another program ({name})"


def use_keyrings(facts: Facts) -> Iterator[str]:
    """Leave a key in the keyring that all processes of a user share."""
    yield from through(facts, "add_key", b"user", facts["secret"].encode(), b"x", 1, USER_KEYRING)
    yield from through(facts, "keyctl", 0, USER_KEYRING, 0)


def make_namespaces(facts: Facts) -> Iterator[str]:
    """Become root of a new namespace; mount over read-only folders."""
    yield from through(facts, "unshare", NEW_USER)
    yield from through(facts, "setns", -1, 0)
    yield from through(facts, "mount", None, b"/usr", None, REMOUNT_BIND, None)


def use_rare_calls(facts: Facts) -> Iterator[str]:
    """Make system calls that no bot needs and that were holes in other sandboxes."""
    for name in KERNEL.split():
        yield from through(facts, name, 0, 0, 0, 0, 0, 0)


def use_other_numbers(_facts: Facts) -> Iterator[str]:
    """Make a system call by its 32-bit number."""
    if os.uname().machine == "x86_64":
        code = mmap.mmap(-1, len(INT_80), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(INT_80)
        address = ctypes.addressof(ctypes.c_char.from_buffer(code))
        answer = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
        if answer > 0:
            yield "32-bit getpid"


def touch_arena(facts: Facts) -> Iterator[str]:
    """Signal, trace, slow down or limit the arena."""
    if not is_arena(facts):
        return
    arena, files = facts["arena"], resource.RLIMIT_NOFILE
    attempts: dict[str, Callable[[], object]] = {
        "signal": lambda: os.kill(arena, 0),
        "limits": lambda: resource.prlimit(arena, files, resource.prlimit(arena, files)),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, arena, os.getpriority(os.PRIO_PROCESS, arena)),
        "cores": lambda: os.sched_setaffinity(arena, os.sched_getaffinity(arena)),
    }
    for name, attempt in attempts.items():
        with suppress(OSError):
            attempt()
            yield name
    seize = 0x4206
    if libc.syscall(facts["numbers"]["ptrace"], seize, arena, 0, 0) == 0:
        yield "ptrace"


def more_cores(_facts: Facts) -> Iterator[str]:
    """Change the cores that it may run on."""
    with suppress(OSError):
        os.sched_setaffinity(0, os.sched_getaffinity(0))
        yield "sched_setaffinity"


def lock_shared_files(_facts: Facts) -> Iterator[str]:
    """Lock or watch files that other sandboxes see, to send messages that way."""
    for path in SHARED_FILES:
        if not _is_free(path):
            continue  # a program outside holds a lock on it: whether ours has an effect cannot be told
        with Path(path).open("rb") as file:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
                if not _is_free(path):
                    yield f"flock {path}"
            for command in (fcntl.F_SETLK, fcntl.F_OFD_SETLK):
                with suppress(OSError):
                    fcntl.fcntl(file, command, LOCK.pack(fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0))
                    if not _is_free(path):
                        yield f"fcntl {path}"
    if libc.inotify_init() >= 0:
        yield "inotify"


def _is_free(path: str) -> bool:
    """Return whether no lock on a file can be noticed by somebody else who has opened it. Locks may "succeed" only."""
    with Path(path).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass
        asked = LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
        return bool(LOCK.unpack(fcntl.fcntl(file, fcntl.F_OFD_GETLK, asked))[0] == fcntl.F_UNLCK)


def look_into_memory(facts: Facts) -> Iterator[str]:
    """Find out which parts of files that other sandboxes see are in memory, or drop them from there."""
    for name in ("mincore", "cachestat", "process_madvise", "openat2"):
        yield from through(facts, name, 0, 0, 0, 0, 0)
    with largest_file().open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as area:
        write_pages(0, of=file.fileno())
        if read_pages(area) == 0:
            yield "posix_fadvise"
        try:
            os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)
            yield "preadv2"
        except OSError as error:
            if error.errno == errno.EAGAIN:  # it is not in memory
                yield "preadv2"
        for name, advice in (("MADV_PAGEOUT", 21), ("MADV_POPULATE_READ", 22), ("MADV_COLLAPSE", 25)):
            with suppress(OSError):
                area.madvise(advice, 0, mmap.PAGESIZE)
                yield name


def mark_files(_facts: Facts) -> Iterator[str]:
    """Leave a mark with a file or device that other sandboxes see: a hint, a state of its file system, its times."""
    with largest_file().open("rb") as file:
        for name, command in (("F_SET_RW_HINT", 1036), ("F_GET_RW_HINT", 1035)):
            with suppress(OSError):
                fcntl.fcntl(file, command, bytes(8))
                yield name
        with suppress(OSError):
            fcntl.ioctl(file, PRECACHE_EXTENTS)
            yield "EXT4_IOC_PRECACHE_EXTENTS"
    for path in DEVICES:
        with suppress(OSError):
            before = Path(path).stat().st_mtime_ns
            os.utime(path)
            if Path(path).stat().st_mtime_ns != before:
                yield f"the times of {path}"


def count_others(_facts: Facts) -> Iterator[str]:
    """Read figures of the whole machine: in /proc, of its disk, and numbers that are given out in order."""
    before, counted = figures(), machine_counts()
    held = []
    with suppress(OSError):
        held += [os.open("/dev/ptmx", os.O_RDWR) for _ in range(2)]
        yield "terminals, of which the machine has one stock"
    for _ in range(20):
        if os.fork() == 0:
            os.setsid()
            os._exit(0)
        os.wait()
    filled = bytearray(b"x") * GRAB
    time.sleep(0.05)
    after = figures()
    if machine_counts() != counted:
        yield "sysinfo"
    yield from (f"/proc/{name}" for name, text in before.items() if after.get(name, text) != text)
    del held, filled
    with suppress(OSError):
        yield f"{os.statvfs('/usr').f_bfree} free blocks"
    with suppress(OSError):
        os.close(os.pidfd_open(os.getpid()))
        yield "pidfd_open"
    with suppress(OSError), socket.socketpair()[0] as end:
        end.getsockopt(socket.SOL_SOCKET, SO_COOKIE, 8)
        yield "SO_COOKIE"


def exceed_files(facts: Facts) -> Iterator[str]:
    """Open more descriptors than allowed."""
    opened = []
    with suppress(OSError):
        opened += [os.dup(0) for _ in range(facts["files"] + 1)]
        yield f"{facts['files']} descriptors"


def exceed_processes(facts: Facts) -> Iterator[str]:
    """Start more processes than allowed."""
    started: list[int] = []
    with suppress(OSError):
        while len(started) <= facts["processes"]:
            pid = os.fork()
            if pid == 0:
                time.sleep(PATIENCE)
                os._exit(0)
            started.append(pid)
    for pid in started:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    if len(started) > facts["processes"]:
        yield f"{len(started)} processes"


ATTACKS: tuple[Callable[[Facts], Iterator[str]], ...] = (
    reach_files,
    see_processes,
    learn_paths,
    inherit_descriptors,
    write_files,
    change_kernel,
    fill_memory_folders,
    use_network,
    use_keyrings,
    make_namespaces,
    use_rare_calls,
    use_other_numbers,
    touch_arena,
    more_cores,
    lock_shared_files,
    look_into_memory,
    mark_files,
    count_others,
    exceed_files,
    exceed_processes,
)
"""The attacks of one start, each in a process of its own."""


def through(facts: Facts, name: str, *arguments: object) -> Iterator[str]:
    """Make a system call; yield its name unless it is denied."""
    result = libc.syscall(facts["numbers"][name], *arguments)
    if result >= 0 or ctypes.get_errno() not in DENIED:
        yield name


def is_arena(facts: Facts) -> bool:
    """Return whether the arena's process id means the arena here; inside a PID namespace it does not."""
    try:
        fields = Path(f"/proc/{facts['arena']}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return str(facts["arena_started"]) == fields[19]


def figures() -> dict[str, str]:
    """Return the text of every file in /proc that is not in the folder of a process, and the number of this session."""
    found = {}
    for folder, folders, names in os.walk("/proc"):
        if folder == "/proc":
            folders[:] = [name for name in folders if not name.isdigit()]
        for name in names:
            with suppress(OSError), open(f"{folder}/{name}", "rb", buffering=0) as file:  # noqa: PTH123 - often
                os.set_blocking(file.fileno(), False)
                found[f"{folder}/{name}".removeprefix("/proc/")] = (file.read(64 * 1024) or b"").decode(
                    errors="replace"
                )
    for name in BUSY:
        with suppress(OSError):
            found[name] = Path("/proc", name).read_text()
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        with suppress(OSError):
            os.write(writing, Path("/proc/self/autogroup").read_bytes())
        os._exit(0)
    os.wait()
    os.close(writing)
    found["self/autogroup"] = os.read(reading, 64).decode()
    os.close(reading)
    return found


def machine_counts() -> bytes:
    """Return what `sysinfo` says: of the whole machine the load, free memory and number of processes, if it is true."""
    said = ctypes.create_string_buffer(128)
    libc.sysinfo(said)
    return bytes(said.raw)


def largest_file() -> Path:
    """Return the largest program of the machine that all may read."""
    files = (entry for entry in os.scandir("/usr/bin") if entry.is_file(follow_symlinks=False))
    return Path(max(files, key=lambda entry: entry.stat().st_size * (entry.stat().st_mode & 0o4)).path)


def write_pages(word: int, of: int) -> None:
    """Write the bits of a number into memory: which one of a pair of pages of a file is there stands for a bit."""
    os.posix_fadvise(of, 0, 0, os.POSIX_FADV_RANDOM)
    os.posix_fadvise(of, 0, 0, os.POSIX_FADV_DONTNEED)
    for number in range(PAGE_BITS):
        if word:
            os.pread(of, 1, (2 * number + (word >> number & 1)) * APART)


def read_pages(area: mmap.mmap) -> int | None:
    """Return the number that was written into memory, by the page faults that waited for the disk; None if none was.

    The number 0 stands for pages that have all been dropped.
    """
    area.madvise(mmap.MADV_RANDOM)
    slow = []
    for number in range(2 * PAGE_BITS):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
        area[number * APART]
        slow.append(resource.getrusage(resource.RUSAGE_SELF).ru_majflt > before)
    if all(slow):
        return 0
    pairs = list(zip(slow[::2], slow[1::2], strict=True))
    return sum(first << number for number, (first, _) in enumerate(pairs)) if all(a != b for a, b in pairs) else None


def send(facts: Facts) -> Iterator[object]:
    """Leave messages for another bot in every possible way; yield the sockets that must stay open."""
    word = f"arena-{facts['secret']}"
    for folder in (*OWN_MEMORY, "/bot"):
        with suppress(OSError):
            Path(folder, word).write_text("x")
    for family, address in ((socket.AF_UNIX, f"\0{word}"), (socket.AF_INET, ("127.0.0.1", facts["meeting_port"]))):
        with suppress(OSError):
            end = socket.socket(family, socket.SOCK_STREAM)
            end.bind(address)
            end.listen()
            yield end
    for path in SHARED_FILES:
        with suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    with largest_file().open("rb") as file:
        write_pages(word_of(facts, PAGE_BITS), of=file.fileno())
    for name in ("shmget", "msgget", "semget"):
        libc.syscall(facts["numbers"][name], *queue(facts, name, create=True))
    libc.syscall(facts["numbers"]["mq_open"], word.encode(), os.O_CREAT | os.O_RDWR, 0o666, None)
    libc.syscall(facts["numbers"]["add_key"], b"user", word.encode(), b"x", 1, USER_KEYRING)


def receive(facts: Facts) -> Iterator[str]:
    """Yield the ways in which a message of another bot arrived."""
    word = f"arena-{facts['secret']}"
    yield from (folder for folder in (*OWN_MEMORY, "/bot") if Path(folder, word).exists())
    for family, address in ((socket.AF_UNIX, f"\0{word}"), (socket.AF_INET, ("127.0.0.1", facts["meeting_port"]))):
        with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as end:
            end.connect(address)
            yield family.name
    for path in SHARED_FILES:
        with Path(path).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                yield f"a lock on {path}"
            except OSError:
                continue
    with largest_file().open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as area:
        if read_pages(area) == word_of(facts, PAGE_BITS):
            yield f"which pages of {file.name} are in memory"
    for name in ("shmget", "msgget", "semget"):
        if libc.syscall(facts["numbers"][name], *queue(facts, name, create=False)) >= 0:
            yield name
    if libc.syscall(facts["numbers"]["mq_open"], word.encode(), os.O_RDWR, 0, None) >= 0:
        yield "mq_open"
    if libc.syscall(facts["numbers"]["request_key"], b"user", word.encode(), None, 0) >= 0:
        yield "a keyring"


def word_of(facts: Facts, bits: int) -> int:
    """Return the number of so many bits that is sent to another bot; it is not 0."""
    return 1 + int.from_bytes(sha256(str(facts["secret"]).encode()).digest()) % ((1 << bits) - 1)


def clean(facts: Facts) -> None:
    """Remove the messages of `send` that got through."""
    word, numbers = f"arena-{facts['secret']}", facts["numbers"]
    for folder in OWN_MEMORY:
        Path(folder, word).unlink(missing_ok=True)
    for get, control in (("shmget", "shmctl"), ("msgget", "msgctl"), ("semget", "semctl")):
        found = libc.syscall(numbers[get], *queue(facts, get, create=False))
        libc.syscall(numbers[control], found, 0, 0)  # IPC_RMID
    libc.syscall(numbers["mq_unlink"], word.encode())
    key = libc.syscall(numbers["request_key"], b"user", word.encode(), None, 0)
    libc.syscall(numbers["keyctl"], UNLINK_KEY, key, USER_KEYRING)


def queue(facts: Facts, name: str, *, create: bool) -> tuple[int, ...]:
    """Return the arguments of a call that makes or finds a System V object for all users."""
    flags = 0o1666 if create else 0
    key = facts["key"]
    return (key, flags) if name == "msgget" else (key, 1, flags)


def hold_private(most: int) -> object:
    """Hold more private memory than allowed."""
    return [bytearray(b"x") * GRAB for _ in range(most // GRAB)]


def hold_in_children(most: int) -> object:
    """Hold more memory than allowed, spread over children."""
    full, filled = os.pipe()
    for _ in range(6):
        if os.fork() == 0:
            held = bytearray(b"x") * (most // 6)
            os.write(filled, b"x")
            time.sleep(PATIENCE)
            os._exit(len(held) == 0)
    for _ in range(6):
        if select.select([full], [], [], 2)[0]:  # else that child was killed
            os.read(full, 1)
    return None


def hold_shared(most: int) -> object:
    """Hold more memory than allowed in shared mappings."""
    held = [mmap.mmap(-1, GRAB) for _ in range(most // GRAB)]
    for area in held:
        area.write(b"x" * GRAB)
    return held


def hold_in_files(most: int) -> object:
    """Hold more memory than allowed in files without a name (memfd)."""
    held = []
    for number in range(most // GRAB):
        held.append(os.memfd_create(f"held{number}"))
        os.write(held[-1], b"x" * GRAB)
    return held


HOLDS = (hold_private, hold_in_children, hold_shared, hold_in_files)
"""Attempts to hold more memory than allowed, each in a sandbox of its own."""


def outlive(facts: Facts) -> None:
    """Leave behind a process that has left its session and process group and closed all pipes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in (0, 1, 2):
                os.close(descriptor)
            os.execv("/usr/bin/sleep", [f"arena-{facts['secret']}", "60"])  # noqa: S606 - an attack
        os._exit(0)


def burn() -> None:
    """Use CPU time in two processes, say so once each has used enough, and go on."""
    ready, enough = os.pipe()
    child = os.fork()
    while time.process_time() < BURNT:
        pass
    if child == 0:
        os.write(enough, b"x")
    else:
        os.read(ready, 1)
        say("done", [])
    while True:
        pass


def attempt(attack: Callable[[Facts], Iterator[str]], facts: Facts) -> None:
    """Try an attack in a process of its own, and report what it achieved."""
    child = os.fork()
    if child == 0:
        say(attack.__name__, list(attack(facts)))
        os._exit(0)
    deadline = time.monotonic() + PATIENCE
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)


def say(what: str, got: list[str]) -> None:
    """Report what an attack achieved, in one write."""
    os.write(1, json.dumps({what: got}).encode() + b"\n")


def main() -> None:
    """Carry out the order."""
    facts = json.loads(sys.stdin.readline())
    order = facts["order"]
    kept: object = None
    match order:
        case "attack":
            for attack in ATTACKS:
                attempt(attack, facts)
        case "send":
            kept = list(send(facts))
        case "receive":
            say("receive", list(receive(facts)))
        case "wake" | "wait":
            futexes = import_module("futexes")  # it is beside this program where the doctor has put it
            number, slot = word_of(facts, futexes.BITS), facts["key"] % futexes.SLOTS
            if order == "wake":
                futexes.wake(number, slot)
            else:
                say("receive", [way for way, got in futexes.woken(slot).items() if got == number])
        case "clean":
            clean(facts)
        case "outlive":
            outlive(facts)
        case "burn":
            burn()
        case _:
            kept = next(hold for hold in HOLDS if hold.__name__ == order)(facts["memory"] * 3)
            time.sleep(0.3)
    say("done", [])
    sys.stdin.read()
    del kept


if __name__ == "__main__":
    main()
