r"""Text that strangers wrote, escaped for where it is shown: terminals, logs of CI systems, CSV, Markdown, JSON, XML.

Bots and their authors choose names, versions, answers and what goes to standard error. A terminal obeys some
characters, a spreadsheet runs some cells, a web page runs some tags. What would do so is shown as an escape, such as
`\x1b` or `\u202e`, so that an author still sees what was there. Letters of all scripts stay as they are.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

MARKS = 4
"""How many combining marks may follow a letter (Unicode TS 39 allows as many); a pile of more covers other lines."""
LONGEST = 1000
"""The most characters of a text in a cell or a line."""
_PLAIN = re.compile(r"[ -~\t\n]*")
"""Text without anything to escape but words that a CI system obeys."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0") | frozenset(
    map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0)))
)
"""Characters that Python calls printable but that show nothing: fillers, joiners, selectors of variants.

The two selectors between text and emoji (U+FE0E and U+FE0F) are not among them: they count as combining marks.
"""
_OBEYED = re.compile(r"(?m)^([^\S\n]*):(?=:)|#(?=#(?:\[|vso\[|teamcity\[))")
"""What makes a line of a log a command: `::error::` of GitHub, and `##[...]`, `##vso[...]`, `##teamcity[...]`."""
_FORMULA = re.compile(r"'*\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""The beginning of a cell that a spreadsheet takes for a formula, or the guard before one."""
_QUOTED = re.compile(r'[",;\t\r\n]|\A\s*::')
"""What makes quotes around a cell necessary. A line of a log that begins with a quote is no command."""
_CARE = re.compile(r"[\",;\t\r]|\n[^\S\n]*(?:['=+\-@\uff1d\uff0b\uff0d\uff20]|::)")
"""What may make quotes or a guard necessary, in texts that are separated by line feeds."""
_MARKDOWN = re.compile(
    r"[\\`*\[\]|~$]|(?<![^\W_])_|_(?![^\W_])|\A(?:>(?! )|#(?=[#\s]|\Z)|[+-](?=[\s-]|\Z)|=(?==|\Z)|\d+(?=[.)](?:\s|\Z)))"
)
"""Characters of Markdown that begin or end something: emphasis, code, links, cells, formulas, headings, lists."""
_TAG = re.compile(r"<(?=[A-Za-z/!?])|&(?=#?\w+;)")
_SAYS = re.compile(r"[^\W_]")
"""A letter or a digit: lines without one are frames, arrows and rules."""
_BELOW = re.compile(
    r"""(?x)
    \s+at\  | \s*\.\.\.\ \d+\ more$                                             # Java, Node, backtraces of Rust
    | Node\.js\ v[\d.]+$ | \(Use\ `node\ --trace- | note:\ .*RUST_BACKTRACE=      # Node, Rust
    | \s+from\ .+:\d+:in\  | \tno\ (?:file|field)\                               # Ruby, modules that Lua looked for
    | (?:Called\ from|(?:Re-r|R)aised\ (?:at|by))\  | \[signal\ SIG              # OCaml, Go
    | BEGIN\ failed-- | Compilation\ failed\ in\  | Execution\ of\ .*\ aborted\  # Perl
    """
)
"""The lines that languages print below the message of a program that failed."""
_BLOCKS = (
    (re.compile(r"goroutine \d+ .*:$"), re.compile(r".")),  # Go: until an empty line
    (re.compile(r"stack (?:traceback|backtrace):$|Require stack:$|\s+at .* \{$"), re.compile(r"\s|- |\}$")),
)
"""What begins a block below the message, and the lines that belong to it: traces of Go, Lua and Rust, and what Node
says of a module or a file that is missing."""
_MARKED = re.compile(r"\s*[\^~]+\s*$")
"""Signs that point at something in the line above, which is a part of the program and no message."""
_PLACE = re.compile(r'[\s|+]*File "(.+)", line (\d+)')
"""A place in a traceback of Python."""
_LIBRARY = re.compile(r"<frozen |/lib(?:64)?/python|/(?:site|dist)-packages/")
"""In the path of a file that its author did not write."""
_ADDRESS = re.compile(r":(?=//)|@|(?i:(?<=www))\.|(?i:(?<=mailto)|(?<=xmpp)):")
"""The characters by which Markdown knows addresses: they become links, and `@name` tells somebody of that name."""


def printable(text: str, keep: str = "\n\t") -> str:
    r"""Return a text that a terminal, a log and an XML file can show without harm.

    Escaped are control characters (also those of one byte from 0x80), marks that change the direction of writing,
    characters that cannot be seen, separators of lines, broken UTF-8, piles of combining marks, and commands to CI
    systems at the beginning of a line. Everything else stays, also backslashes.

    >>> print(printable("owl\x1b[2J says \u202ehi"))
    owl\x1b[2J says \u202ehi

    Args:
        text: the text.
        keep: control characters to leave as they are.
    """
    return without_commands(_scanned(text, keep, _escape))


def visible(text: str, instead: str) -> str:
    """Return a text in which `instead` stands for each character that `printable` would escape."""
    return _scanned(text, "", lambda _: instead)


def without_commands(text: str) -> str:
    """Return lines for a log in which no line is a command to a CI system: `::error::`, `##[group]` and so on."""
    return _OBEYED.sub(_escaped_start, text) if ":" in text or "#" in text else text


def one_line(text: str, most: int = LONGEST) -> str:
    """Return a text as one printable line; if it is longer than `most` characters, the rest is counted."""
    found = printable(text, keep="")
    return found if len(found) <= most else f"{found[:most]}... and {len(found) - most} more characters"


def decoded(data: bytes) -> str:
    r"""Return bytes as text; what is not UTF-8 is escaped, such as `\\xff`."""
    return data.decode(errors="backslashreplace")


def last_words(data: bytes, most: int = LONGEST) -> str:
    r"""Return the line that says why a program failed, from the end of its standard error; empty if it wrote none.

    It is the last line with a letter or a digit, without what some languages print below their message. If it ends a
    Python traceback, the place in the author's own files is added.

    >>> print(last_words(b'Traceback (most recent call last):\n  File "/bots/owl/bot.py", line 3, in f\nKeyError: 7\n'))
    KeyError: 7 (bot.py, line 3)

    Args:
        data: what it wrote to standard error.
        most: the most characters of the line, 20 or more; a longer message is cut, its place is kept.
    """
    wrote = decoded(data).splitlines()
    lines = _messages(wrote) or [line for line in wrote if _SAYS.search(line)]
    if not lines:
        return ""
    *above, last = lines
    place = ""
    for line in reversed(above):
        found = _PLACE.match(line)
        if found and not _LIBRARY.search(found[1]):
            place = printable(f" ({found[1].rpartition('/')[2]}, line {found[2]})", keep="")
        if place or not line[:1].isspace():
            break
    place = place if len(place) < most // 2 else ""
    text, room = printable(last.strip(" |+\t"), keep=""), most - len(place)
    return (text if len(text) <= room else f"{text[: room - 3]}...") + place


def _messages(lines: Sequence[str]) -> list[str]:
    """Return the lines that say something, without traces below messages and without marked parts of the program."""
    kept: list[str] = []
    block: re.Pattern[str] | None = None
    for line in lines:
        if block is not None and block.match(line):
            continue
        block = next((inside for begin, inside in _BLOCKS if begin.match(line)), None)
        if _MARKED.match(line):
            del kept[-1:]
        elif block is None and not _BELOW.match(line):
            kept.append(line)
    return [line for line in kept if _SAYS.search(line)]


def markdown(text: str) -> str:
    r"""Return a text as one line of Markdown, also inside a table, that shows the text and does nothing.

    >>> print(markdown("<svg/onload=x>|[x](http://a.b)"))
    &lt;svg/onload=x>\|\[x\](http&#58;//a.b)
    """
    text = " ".join(one_line(text).split())
    text = _TAG.sub(lambda found: html.escape(found[0]), text)
    text = _MARKDOWN.sub(lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", text)
    return _ADDRESS.sub(lambda found: f"&#{ord(found[0])};", text)


def json_text(content: object) -> str:
    """Return data as JSON, indented, with a line feed at the end; what cannot be seen is escaped as JSON does it.

    Args:
        content: dictionaries, lists, texts, finite numbers, booleans, None.
    """
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=2)
    text = _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)  # two hashes: no line begins with two colons
    return _scanned(text, "\n", lambda character: json.dumps(character)[1:-1]) + "\n"


def csv_line(cells: Iterable[object]) -> str:
    """Return values as a line of CSV; texts are escaped and never a formula, None is an empty cell.

    >>> print(csv_line(["=1+1", -3, None, "a, b"]).rstrip())
    '=1+1,-3,,"a, b"
    """
    return ",".join(csv_cell(one_line(each)) if isinstance(each, str) else _value(each) for each in cells) + "\n"


def csv_cell(text: str) -> str:
    """Return a text as a cell of CSV, in quotes if it needs them, and with a guard `'` before what begins a formula.

    The text itself is kept: whoever reads the cell gets it again with `without_guard`.
    """
    if _FORMULA.match(text):
        text = "'" + text
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text


def without_guard(text: str) -> str:
    """Return the text of a cell that `csv_cell` wrote; any other text stays as it is."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def without_guards(texts: Sequence[str]) -> Sequence[str]:
    """Return the texts of many cells."""
    return [without_guard(text) for text in texts] if "'" in "".join(texts) else texts


def csv_cells(texts: Sequence[str]) -> Sequence[str]:
    """Return many texts as cells of CSV; one search in a million texts is faster than a million searches."""
    joined = "\n".join(("", *texts))
    plain = joined.count("\n") == len(texts) and not _CARE.search(joined)
    return texts if plain else [csv_cell(text) for text in texts]


def _value(value: object) -> str:
    if isinstance(value, float):
        value += 0.0  # -0.0 becomes 0.0
    return "" if value is None else str(value)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _escaped_start(found: re.Match[str]) -> str:
    return "\\x23" if found[0] == "#" else f"{found[1]}\\x3a"


def _scanned(text: str, keep: str, escape: Callable[[str], str]) -> str:
    """Return a text with everything escaped that is not to be shown as it is."""
    if text.isascii():
        if text.isprintable() or (keep == "\n\t" and _PLAIN.fullmatch(text)):
            return text
        return "".join(c if c.isprintable() or c in keep else escape(c) for c in text)
    parts, marks = [], MARKS
    for c in text:
        marks = marks + 1 if unicodedata.category(c) in {"Mn", "Me"} else 0
        shown = c in keep or (c.isprintable() and c not in _INVISIBLE and marks <= MARKS)
        parts.append(c if shown else escape(c))
        if not shown or c in keep:
            marks = MARKS  # nothing is there that a mark could belong to
    return "".join(parts)
