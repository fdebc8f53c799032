"""The examples of docs/examples that drive the arena from Python do what they say."""

import ast
import asyncio
import json
import re
import runpy
import sys
from inspect import CO_COROUTINE
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

import arena
from arena.client import Turn
from arena.errors import UserError
from arena.games.kernel import Word

EXAMPLES = Path(__file__).parents[3] / "docs/examples"
FORMS = ("_repr_html_", "_repr_svg_", "_repr_markdown_")


async def executed(notebook: str) -> list[str]:
    """Execute the cells of a notebook as a kernel does, inside a running loop, but play one set where it plays some.

    Returns:
        What each cell shows of its last line.
    """
    names: dict[str, object] = {}
    shown = []
    for cell in json.loads(notebook)["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "outputs would get old, so none are kept"
            *body, last = ast.parse(re.sub(r"sets=\d+", "sets=1", "".join(cell["source"]))).body
            if isinstance(last, ast.Expr):
                await _run(ast.Module(body, []), "exec", names)
                value = await _run(ast.Expression(last.value), "eval", names)
                form = next((getattr(value, form) for form in FORMS if hasattr(value, form)), value.__repr__)
                shown.append(form())
            else:
                await _run(ast.Module([*body, last], []), "exec", names)
                shown.append("")
    return shown


async def _run(tree: ast.Module | ast.Expression, mode: str, names: dict[str, object]) -> object:
    code = compile(tree, "cell", mode, flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    value = eval(code, names)
    return await value if code.co_flags & CO_COROUTINE else value


@pytest.mark.slow
def test_the_notebook_shows_a_table_a_plot_a_lost_game_as_a_page_and_compares_two_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines: list[dict[str, str]] = []
    display = SimpleNamespace(display=lambda *_, **__: SimpleNamespace(update=lambda line, **_: lines.append(line)))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.chdir(tmp_path)
    table, plot, game = asyncio.run(executed((EXAMPLES / "ladder.ipynb").read_text()))[2:5]

    assert table.startswith("<table>")
    assert table.count("<tr>") == 4
    assert "<svg" in plot
    assert game.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert 'sandbox="allow-scripts"' in game
    assert "scotch-whist:two, game" in game
    said = capsys.readouterr().out
    assert "6 games were played now" in said
    assert "new: lowest_2, a function" in said
    assert lines[-1]["text/plain"].startswith("playing: 2 of 2  ")


def test_without_ipython_there_is_no_line_of_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    with pytest.raises(UserError, match="needs IPython"):
        arena.ProgressLine()


def test_a_page_of_a_game_whose_results_are_gone_says_so_in_its_place() -> None:
    gone = arena.PlayedGame("G1", "kaiser:standard", 1, 0, ("a", "b"), (1, 2), (), (), Path("/nowhere/gone.db"))

    assert gone._repr_html_().startswith("<pre>/nowhere: there is no such folder")


@pytest.mark.slow
def test_the_server_answers_while_a_match_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = Event(), Event()

    def waits(t: Turn) -> Word:
        asked.set()
        answered.wait()
        return t.legal[0]

    example = runpy.run_path(str(EXAMPLES / "asyncio_server.py"))
    settings = example["Match"].__init__.__globals__
    monkeypatch.setitem(settings, "BOTS", (waits, "sample:random"))
    monkeypatch.setitem(settings, "SETS", 1)

    async def talk() -> None:
        server = example["Server"](rooms=1, clock=arena.Clock(move_ms=0))
        async with await asyncio.start_server(server.serve, "127.0.0.1", 0) as listening:
            at = listening.sockets[0].getsockname()[:2]

            async def ask(words: str) -> tuple[str, dict[str, Any]]:
                reader, writer = await asyncio.open_connection(*at)
                writer.write(f"{words} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
                head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
                writer.close()
                return head.split()[1], json.loads(body)

            assert await ask("POST /matches") == ("202", {"match": 0})
            await asyncio.to_thread(asked.wait)
            assert await ask("GET /matches/0") == ("200", {"state": "playing", "done": 0, "games": 2})
            assert (await ask("GET /matches/1"))[0] == "404"
            answered.set()
            await server.matches[0].task
            status, told = await ask("GET /matches/0")
            assert (status, told["state"]) == ("200", "ended")
            assert {row["name"] for row in told["entrants"]} == {"waits", "random"}

    asyncio.run(talk())
