"""A helper for messages to people."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean X?` if a known name is close, else `; there are: ` and all known names."""
    names = list(known)
    if close := get_close_matches(name, names, n=1):
        return f"; did you mean {close[0]!r}?"
    return f"; there are: {', '.join(names)}"
