"""A helper for messages to people."""

from collections.abc import Iterable
from difflib import get_close_matches

MANY, SHOWN = 40, 8
"""From more names than `MANY` on, only the first `SHOWN` are listed."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean X?` if a known name is close, else `; there are: ` and the names, of many the first."""
    names = list(known)
    if close := get_close_matches(name, names, n=1):
        return f"; did you mean {close[0]!r}?"
    if len(names) > MANY:
        return f"; there are {len(names)}, such as: {', '.join(names[:SHOWN])}"
    return f"; there are: {', '.join(names)}"
