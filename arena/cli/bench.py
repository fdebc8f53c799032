"""`arena bench`: speed and growth as ratios inside one run."""

from __future__ import annotations

from platform import python_version
from typing import Any

from arena import how_built
from arena.bench import FULL, SECTIONS, Bench, Section, Sizes
from arena.cli.screen import err, out, say, table, title
from arena.escapes import json_text

WORDS = {True: ("met", "green"), False: ("missed", "red"), None: ("not compared", "yellow")}
"""Whether a target is met -> the word for it, and its color."""


def bench(sections: tuple[str, ...], *, full: bool, as_json: bool) -> None:
    """Measure some sections, or all, and print their figures as tables or as JSON."""
    found: list[Section] = []
    if not as_json:
        out.print(f"Python {python_version()}, the arena {how_built()}", highlight=False)
    with Bench(FULL if full else Sizes(), lambda text: err.print(text, style="yellow")) as run:
        for name in sections or SECTIONS:
            for section in SECTIONS[name](run):
                found.append(section)
                if not as_json:
                    print_section(section)
    if as_json:
        found_here = [as_data(section) for section in found]
        say(json_text({"python": python_version(), "built": how_built(), "full": full, "sections": found_here}))


def print_section(section: Section) -> None:
    """Print a section as a table."""
    out.print()
    out.print(title(section.name, section.about + f" ({section.clock})" * bool(section.clock)))
    timed = section.kind != "amount"
    heads = ["", section.unit, *["µs each"] * timed, *(f"x {each.name}" for each in section.references)]
    rows = []
    for figure in section.figures:
        amount = f"{figure.amount:,.0f}" if figure.amount >= 100 else f"{figure.amount:.1f}"
        ratios = [f"{section.ratio(figure, each):.2f}" for each in section.references]
        rows.append([figure.name, amount, *([f"{figure.micros:,.1f}"] if timed else []), *ratios])
    out.print(table(heads, rows, right=heads[1:]))
    for figure in section.figures:
        for target, met in section.verdicts(figure):
            word, style = WORDS[met]
            out.print(f"  {figure.name}: {section.target_text(target)}: {word}", style=style)


def as_data(section: Section) -> dict[str, Any]:
    """Return a section as plain data for JSON."""
    figures = [
        {
            "name": figure.name,
            "amount": figure.amount,
            **({"micros": figure.micros} if section.kind != "amount" else {}),
            "ratios": {each.name: section.ratio(figure, each) for each in section.references},
            "targets": [{"text": section.target_text(target), "met": met} for target, met in section.verdicts(figure)],
        }
        for figure in section.figures
    ]
    words = {key: getattr(section, key) for key in ("name", "about", "kind", "unit", "clock")}
    return words | {"figures": figures}
