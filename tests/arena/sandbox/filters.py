"""Runs filters of system calls as the kernel does: the few instructions of classic BPF that ours have."""

import struct


def answer(program: bytes, number: int, *arguments: int, audit: int) -> int:
    """Return what a filter answers to a system call.

    Args:
        program: the filter.
        number: of the call.
        arguments: of the call; those that are missing are 0.
        audit: the audit number of the machine.
    """
    data = struct.pack("=iIQ6Q", number, audit, 0, *(*arguments, *[0] * 6)[:6])
    rules = list(struct.iter_unpack("=HBBI", program))
    at, loaded = 0, 0
    while True:
        code, if_true, if_false, value = rules[at]
        at += 1
        match code:
            case 0x20:
                (loaded,) = struct.unpack_from("=I", data, value)
            case 0x54:
                loaded &= value
            case 0x15:
                at += if_true if loaded == value else if_false
            case 0x35:
                at += if_true if loaded >= value else if_false
            case 0x45:
                at += if_true if loaded & value else if_false
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")
