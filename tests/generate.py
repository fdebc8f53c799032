"""The generated parts of the documents: `make docs` writes them, tests/test_documents.py checks them.

A part stands between `<!-- NAME -->` and `<!-- /NAME -->`; what is outside is written by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
from click.testing import CliRunner
from rich.console import Console

from arena.cli.group import COMMANDS, command_line
from arena.cli.rounds import rounds
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.options import spec, values_text, word
from arena.games.ways import preset_rows
from arena.kit.folders import languages
from arena.sandbox import doctor
from arena.schedules.agenda import Agenda
from arena.schedules.report import reports
from arena.settings.limits import Limits
from arena.settings.schedule import ScheduleSettings
from tests import ladder_keys, public_api, rungs, tried
from tests.arena.schedules.simulated import by_strength, event, play_out
from tests.examples import examples
from tests.games import golden
from tests.protocol import spec_tables
from tests.sessions import helper_session, worked_sessions

ROOT = Path(__file__).parent.parent


def documents() -> Iterator[tuple[Path, str]]:
    """Yield every generated file, or file with generated parts, with the text it should have."""
    deals = examples()
    for game in GAMES.values():
        page = ROOT / "arena/games" / f"{game.name}.md"
        yield page, filled(filled(page.read_text(), "options", tables(game)), "example", deals[game.name])
    spec_page = ROOT / "protocol/SPEC.md"
    yield spec_page, filled(spec_tables.filled(spec_page.read_text()), "sessions", worked_sessions())
    sandbox_page = ROOT / "docs/sandbox.md"
    yield sandbox_page, filled(filled(sandbox_page.read_text(), "limits", limits()), "attacks", attacks())
    yield ROOT / "docs/cli.md", cli_reference()
    api_page = ROOT / "docs/api.md"
    yield api_page, filled(api_page.read_text(), "names", public_api.names())
    keys_page = ROOT / "docs/ladder-keys.md"
    keys = keys_page.read_text()
    for table in ladder_keys.tables():
        keys = filled(keys, f"keys {table.head}".strip(), ladder_keys.markdown(table))
    yield keys_page, keys
    grading_page = ROOT / "docs/grading.md"
    grading = grading_page.read_text()
    for table in ladder_keys.staff_tables():
        grading = filled(grading, f"keys {table.place.replace('.', ' ')}".strip(), ladder_keys.markdown(table))
    yield grading_page, grading
    first_bot = ROOT / "docs/first-bot.md"
    yield first_bot, filled(first_bot.read_text(), "languages", languages_table())
    rungs_page = ROOT / "docs/rungs.md"
    measured = filled(filled(rungs_page.read_text(), "rungs", rungs.table()), "summary", rungs.summary())
    measured = filled(measured, "undecided", rungs.undecided())
    measured = filled(measured, "yardstick", rungs.yardstick())
    yield rungs_page, filled(measured, "tried", tried.table())
    any_language = ROOT / "docs/any-language.md"
    yield any_language, filled(any_language.read_text(), "session", helper_session())
    yield ROOT / "arena/cli/overview.txt", help_of()
    schedules = ROOT / "docs/schedules.md"
    drawn = schedules.read_text()
    for settings in (ScheduleSettings(kind="swiss"), ScheduleSettings(kind="knock-out", third_place=True)):
        drawn = filled(drawn, settings.kind, f"```\n{schedule_example(settings)}```")
    yield schedules, drawn


def transcripts() -> Iterator[tuple[Path, str]]:
    """Yield the golden transcript of every preset (tests/games/test_golden.py checks them)."""
    for game in GAMES.values():
        for preset in game.presets:
            yield golden.path(game, preset), golden.transcript(game, preset)


def filled(page: str, name: str, text: str) -> str:
    """Return a page with the part of that name replaced."""
    pattern = re.compile(f"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
    assert len(pattern.findall(page)) == 1, f"the page needs one part {name}"
    return pattern.sub(lambda part: f"{part[1]}\n{text.strip()}\n\n{part[2]}", page)


def limits() -> str:
    """Return the limits of bots as a Markdown table, each as its docstring says it."""
    about = dict(re.findall(r"^ +(\w+): (.+)$", Limits.__doc__ or "", re.MULTILINE))
    rows = (f"| `{f.name}` | {f.default} | {about[f.name].rstrip('.')} |" for f in fields(Limits))
    return "\n".join(("| limit | default | of what |", "|---|---|---|", *rows))


def attacks() -> str:
    """Return what `arena doctor` tries, as a Markdown list."""
    return "\n".join(f"- {title}" for title in doctor.titles())


def languages_table() -> str:
    """Return the languages of `arena new` as a Markdown table."""
    rows = (
        f"| {each.title} | `{each.key}` | `{each.choose}` | `{each.test}` | {' '.join(each.debian)} |"
        for each in languages().values()
    )
    heads = "| language | `--language` | yours to fill in | its test | Debian packages |"
    return "\n".join((heads, "|---|---|---|---|---|", *rows))


def tables(game: AnyGame) -> str:
    """Return the options and presets of a game as Markdown tables."""
    standard = game.options()
    options = [
        f"| `{f.name}` | `{word(getattr(standard, f.name))}` | {values_text(f)} | {spec(f).about} | {spec(f).clauses} |"
        for f in fields(standard)
    ]
    presets = [f"| `{name}` | {changes} |" for name, changes in preset_rows(game)]
    return "\n".join(
        (
            "| option | default | values | what it decides | clauses |",
            "|---|---|---|---|---|",
            *options,
            "",
            "| preset | differs from the standard game in |",
            "|---|---|",
            *presets,
        )
    )


def cli_reference() -> str:
    """Return the help of every command."""
    parts = [
        "# The command line: every command and its options",
        "",
        "What `arena --help` and the commands print; generated by `make docs`.",
        "",
    ]
    for names in ((), *((name,) for name in COMMANDS)):
        parts += [f"## {' '.join(('arena', *names))}", "", "```", help_of(*names).rstrip(), "```", ""]
    return "\n".join(parts)


def schedule_example(settings: ScheduleSettings) -> str:
    """Return what is printed of a tournament of eleven bots with drawn results."""
    names = ["owl", "jay", "emu", "tit", "daw", "auk", "rook", "ibis", "kite", "crow", "wren"]
    entrants = [f"{name}@{place:x}" for place, name in enumerate(names)]
    played = event(entrants, sets=10)._replace(settings=settings)
    [report] = reports(Agenda([played], "shared"), play_out(played, by_strength).scores)
    console = Console(width=100, highlight=False)
    with console.capture() as printed:
        for part in rounds(report):
            console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in printed.get().splitlines())


def help_of(*names: str, width: int = 100) -> str:
    """Return what `arena NAMES --help` prints in a terminal of so many columns."""
    result = CliRunner().invoke(command_line, [*names, "--help"], prog_name="arena", terminal_width=width)
    assert result.exit_code == 0, result.output
    return result.output


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit("".join(f"{path.relative_to(ROOT)}\n" for path, text in documents() if path.read_text() != text) or 0)
    for path, text in (*documents(), *transcripts()):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            click.echo(f"written: {path.relative_to(ROOT)}")
