"""The parts of SPEC.md that are generated from the grammar and the session table.

Each part stands between `<!-- name -->` and `<!-- /name -->`. `make docs` writes these parts; a test fails while one of
them is out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from arena.protocol.fields import ID_LIMIT, NUMBER_LIMIT, TEXT_LIMIT, VALUE_LIMIT, WORD_LIMIT
from arena.protocol.grammar import FORM, FORMS
from arena.protocol.messages import LIMIT
from arena.protocol.session import TABLES_LIMIT
from arena.protocol.states import SESSION


def filled(page: str) -> str:
    """Return the page with the generated parts brought up to date."""
    for name, part in (("messages", messages()), ("table", session_table()), ("limits", limits())):
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->\n"
        before, _, rest = page.partition(start)
        page = f"{before}{start}\n{part}\n{end}{rest.partition(end)[2]}"
    return page


def messages() -> str:
    """Return the table of messages as Markdown."""
    rows = [(f"`{form.usage}`", form.sender, "yes" if form.in_game else "no") for form in FORMS]
    return _table(("line", "said by", "belongs to a game"), rows)


def session_table() -> str:
    """Return the session table as Markdown; messages that lead from one state to the same next state share a row."""
    rows = []
    for (state, sender, after), group in groupby(SESSION.items(), lambda row: (*row[0][:2], row[1])):
        verbs = ", ".join(FORM[message].verb for (_, _, message), _ in group)
        rows.append((state, sender, verbs, after))
    return _table(("state", "who", "says", "state after it"), rows)


def limits() -> str:
    """Return the table of limits as Markdown."""
    rows = (
        ("a message: a line without its line feed, a frame without its length", f"{LIMIT:,} bytes"),
        ("a word", f"1 to {WORD_LIMIT} characters"),
        ("the value of a setting", f"1 to {VALUE_LIMIT} characters"),
        ("a text", f"1 to {TEXT_LIMIT} characters (Unicode code points)"),
        ("an id", f"2 to {ID_LIMIT} characters"),
        ("a number", f"0 to {NUMBER_LIMIT:,}"),
        ("`tables`", f"1 to {TABLES_LIMIT:,}"),
    )
    return _table(("what", "limit"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
