"""docs/api.md: every public name of `arena`, from its own signature and docstring."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from types import UnionType
from typing import Union, get_origin

import arena


def names() -> str:
    """Return every public name with what it is."""
    found = sorted(arena.__all__, key=lambda name: (not name[0].isupper(), name.lower()))
    return "\n".join(line for name in found for line in _lines(name))


def _lines(name: str) -> Iterator[str]:
    found = getattr(arena, name)
    yield f"\n### `arena.{name}`\n"
    if name == "__version__":
        yield "The version, as a text."
    elif name == "games":
        yield 'All games by name: a mapping. `arena.games["kaiser"]` is a game; it is loaded when it is used first.'
    elif get_origin(found) in {Union, UnionType}:
        yield (
            "What is told while something is played: " + ", ".join(f"`{one.__name__}`" for one in found.__args__) + "."
        )
    else:
        if not (inspect.isclass(found) and issubclass(found, (BaseException, dict))):
            yield f"```python\n{_signature(name, found)}\n```\n"
        yield _doc(found)
        if inspect.isclass(found) and not issubclass(found, BaseException):
            members = [_member(own, member) for own, member in sorted(vars(found).items()) if own[0] != "_"]
            if any(members):
                yield "\n**Attributes and methods**\n"
                yield from filter(None, members)


def _member(name: str, member: object) -> str:
    """Return a line for a method or property of a class, if it has words of its own."""
    if isinstance(member, property):
        return f"- `{name}`: {_first(member)}"
    function = member.__func__ if isinstance(member, classmethod) else member
    if inspect.isfunction(function) and function.__doc__:
        return f"- `{_signature(name, function, method=True)}`: {_first(function)}"
    return ""


def _signature(name: str, found: object, *, method: bool = False) -> str:
    """Return how something is called."""
    assert callable(found)
    signature = inspect.signature(found)
    parameters = [one for one in signature.parameters.values() if one.name[0] != "_"][method:]
    told = [re.sub(r"=<.*>", "=...", str(one.replace(annotation=one.empty))) for one in parameters]
    word = "async " if inspect.iscoroutinefunction(found) else ""
    return f"{word}{name}({', '.join(told)})"


def _first(found: object) -> str:
    """Return the first paragraph of a docstring in one line."""
    return " ".join((inspect.getdoc(found) or "").split("\n\n")[0].split())


def _doc(found: object) -> str:
    """Return a docstring in Markdown: its sections become lists."""
    lines = []
    for line in (inspect.getdoc(found) or "").splitlines():
        if re.fullmatch(r"(Args|Keys|Returns|Raises):", line):
            lines.append(f"**{line.removesuffix(':')}**\n")
        elif own := re.fullmatch(r"    (\*{0,2}\w+): (.*)", line):
            lines.append(f"- `{own[1]}`: {own[2]}")
        elif line.startswith("        "):
            lines.append(f"  {line.strip()}")
        else:
            lines.append(line.strip())
    return "\n".join(lines)
