"""A bot with misbehaviour switches: `fakebot.py exit 3` answers three questions of a game and then ends.

Started by the tests of real processes. Without a switch it answers the last legal word, always.
"""

import os
import signal
import sys
import time
from pathlib import Path

switch, after = (sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 1 else ("", 0)


def leave() -> None:
    sys.stderr.write("I am leaving\n")
    sys.exit(7)


def ignore_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)


def flood(descriptor: int, data: bytes) -> None:
    while True:
        os.write(descriptor, data)


def bear_a_child() -> None:
    if os.fork() == 0:
        time.sleep(60)


def close_stdout() -> None:
    os.close(1)
    time.sleep(60)


def work() -> None:
    while time.process_time() < 0.25:
        pass


def work_a_little() -> None:
    begun = time.process_time()
    while time.process_time() - begun < 0.001:
        pass


def count() -> None:
    os.write(2, b"%d\n" % (asked + 1))


def nap_and_count() -> None:
    time.sleep(0.005)
    count()
    time.sleep(0.005)


def meet() -> None:
    """Wait until bots of two rooms are here: each leaves the number of its parent in a folder."""
    folder = Path(sys.argv[3])
    folder.mkdir(exist_ok=True)
    (folder / str(os.getppid())).touch()
    while len([*folder.iterdir()]) < 2:
        time.sleep(0.05)


FAULTS = {
    "exit": leave,
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "sleep": lambda: time.sleep(60),
    "deaf-to-term": ignore_signals,
    "illegal": lambda: os.write(1, b"ZZ\n"),
    "stderr": lambda: flood(2, b"x" * 65536),
    "count": count,
    "chatty-stderr": lambda: os.write(2, b"y" * 70_000),
    "lines": lambda: flood(1, b"info thinking\n"),
    "bytes": lambda: flood(1, b"x" * 65536),
    "busy": work,
    "work": work_a_little,
    "nap": lambda: time.sleep(float(sys.argv[3]) if len(sys.argv) > 3 else 0.1),
    "nap-count": nap_and_count,
    "meet": meet,
    "child": bear_a_child,
    "close-stdout": close_stdout,
}

AGAIN = {"chatty-stderr", "count", "nap-count", "nap", "work"}
"""What is done at every question from then on."""

if switch == "silent":
    time.sleep(60)
if switch == "dead":
    sys.exit(3)
print("bot fake 1", flush=True)
if after == -1:
    FAULTS[switch]()  # without being asked
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "over" and switch == "leave":
        sys.exit(0)
    if words[0] == "game":
        asked = 0
    if words[0] != "ask":
        continue
    if switch in FAULTS and (asked == after or (switch in AGAIN and asked >= after)):
        FAULTS[switch]()
    asked += 1
    print(words[-1], flush=True)
