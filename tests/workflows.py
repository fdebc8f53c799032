"""The part of YAML that our workflow files are written in, read strictly: what passes here is YAML for everybody.

Mappings, sequences of mappings, plain and double-quoted scalars (all of them text here), block scalars, and comments.
"""

from __future__ import annotations

import re
from typing import TypeAlias

Node: TypeAlias = "str | list[Node] | dict[str, Node]"

KEY = re.compile(r"([A-Za-z_][\w-]*):(?: (.*))?")
PLAIN = re.compile(r"[A-Za-z0-9./_-][^\"'{}\[\]&*!|>%@`]*")


def read(text: str) -> Node:
    """Return what a file holds.

    Raises:
        ValueError: something in it is none of the above.
    """
    lines = text.splitlines()
    found, at = _node(lines, _skip(lines, 0), 0)
    if at < len(lines):
        raise ValueError(f"line {at + 1}: {lines[at]!r} stands too far to the left or right")
    return found


def _skip(lines: list[str], at: int) -> int:
    """Return the next line that says something."""
    while at < len(lines) and (not lines[at].strip() or lines[at].lstrip().startswith("#")):
        at += 1
    return at


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _node(lines: list[str], at: int, indent: int) -> tuple[Node, int]:
    if lines[at].lstrip().startswith("- "):
        return _sequence(lines, at, indent)
    found: dict[str, Node] = {}
    while at < len(lines) and _indent(lines[at]) == indent:
        line = lines[at][indent:]
        match = KEY.fullmatch(line)
        if match is None or match[1] in found:
            raise ValueError(f"line {at + 1}: {line!r} is no new key")
        value = _uncommented(match[2] or "")
        at += 1
        if value == "|":
            found[match[1]], at = _text(lines, at, indent)
        elif value:
            found[match[1]] = _scalar(value, at)
        else:
            at = _skip(lines, at)
            if at == len(lines) or _indent(lines[at]) <= indent:
                raise ValueError(f"line {at}: {match[1]} has no value")
            found[match[1]], at = _node(lines, at, _indent(lines[at]))
        at = _skip(lines, at)
    return found, at


def _sequence(lines: list[str], at: int, indent: int) -> tuple[Node, int]:
    found: list[Node] = []
    while at < len(lines) and _indent(lines[at]) == indent and lines[at][indent:].startswith("- "):
        lines[at] = lines[at][:indent] + "  " + lines[at][indent + 2 :]
        node, at = _node(lines, at, indent + 2)
        found.append(node)
        at = _skip(lines, at)
    return found, at


def _text(lines: list[str], at: int, indent: int) -> tuple[str, int]:
    """Return a block scalar."""
    start, inside = at, _indent(lines[at])
    while at < len(lines) and (not lines[at].strip() or _indent(lines[at]) > indent):
        if lines[at].strip() and _indent(lines[at]) < inside:
            raise ValueError(f"line {at + 1}: {lines[at]!r} stands too far to the left")
        at += 1
    return "\n".join(line[inside:] for line in lines[start:at]).rstrip("\n") + "\n", at


def _uncommented(value: str) -> str:
    return value.partition(" #")[0].rstrip()


def _scalar(value: str, at: int) -> str:
    quoted = re.fullmatch(r'"([^"\\]*)"', value)
    # In a plain scalar, a colon before a space would begin a mapping.
    if quoted is None and (not PLAIN.match(value) or ": " in value or value.endswith(":")):
        raise ValueError(f"line {at}: {value!r} is no plain text")
    return quoted[1] if quoted else value
