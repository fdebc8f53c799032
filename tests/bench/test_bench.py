"""Figures, sections and targets; and every section once, as small as can be."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

import pytest
from rich.console import Console

from arena.store import Store
from tests.bench import growth, turns
from tests.bench.__main__ import SECTIONS, Bench, Sizes, as_data, main, print_section
from tests.bench.figures import Figure, Section, Target, best
from tests.bench.pipes import PING_PONG
from tests.bench.turns import measured, print_rows, rows
from tests.generate import ROOT

TINY = Sizes(
    1,
    4,
    60,
    1,
    at_once=2,
    viewed=1,
    tables=2,
    matches=2,
    deals=1,
    results=60,
    entrants=3,
    games=(2, 8),
)
COST = Section(
    "pipes",
    "a decision",
    "cost",
    "decisions a second",
    "CPU time",
    [Figure("bare loop", 200_000), Figure("1 table", 50_000), Figure("8 tables", 100_000)],
    [Target(3, "bare loop", names=("1 table",)), Target(10, names=("8 tables",))],
)


def test_a_cost_is_compared_by_the_time_that_one_takes() -> None:
    bare, one, eight = COST.figures

    assert COST.references == [bare]
    assert (COST.ratio(one, bare), COST.ratio(eight, bare)) == (4.0, 2.0)
    assert [COST.verdicts(figure) for figure in COST.figures] == [
        [],
        [(COST.targets[0], False)],
        [(COST.targets[1], True)],
    ]
    assert [COST.target_text(target) for target in COST.targets] == ["≤ 3 x bare loop", "≤ 10 µs"]


def test_a_speed_is_compared_by_how_many_there_are() -> None:
    speed = COST._replace(kind="speed", targets=[Target(0.5, "bare loop", most=False)])
    assert [[met for _, met in speed.verdicts(figure)] for figure in speed.figures] == [[], [False], [True]]
    assert speed.target_text(Target(20_000, most=False)) == "≥ 20,000 decisions a second"


def test_without_its_reference_a_target_is_neither_met_nor_missed() -> None:
    alone = COST._replace(figures=COST.figures[1:])
    assert alone.verdicts(alone.figures[0]) == [(COST.targets[0], None)]


def test_a_figure_may_be_its_neighbours_reference() -> None:
    workers = COST._replace(
        kind="amount", beside=("1 table",), targets=[Target(2.0, "1 table", most=False, names=("8 tables",))]
    )
    assert [each.name for each in workers.references] == ["bare loop", "1 table"]
    assert workers.verdicts(workers.figures[2])[0][1] is True


def test_the_best_round_counts() -> None:
    amounts = iter([10, 10**9, 20])
    [found] = best({"work": lambda: next(amounts)}, 3)
    assert found.amount > 10**9


@pytest.fixture
def pipes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(_: Bench) -> Iterator[Section]:
        yield COST

    monkeypatch.setitem(SECTIONS, "pipes", small)


@pytest.mark.usefixtures("pipes_alone")
def test_the_bench_prints_ratios_and_targets(capsys: pytest.CaptureFixture[str]) -> None:
    main(["pipes"])
    lines = capsys.readouterr().out.splitlines()

    assert [line.split() for line in lines if "table" in line] == [
        ["1", "table", "50,000", "20.0", "4.00"],
        ["8", "tables", "100,000", "10.0", "2.00"],
        ["1", "table:", "≤", "3", "x", "bare", "loop:", "MISSED"],
        ["8", "tables:", "≤", "10", "µs:", "met"],
    ]


@pytest.mark.usefixtures("pipes_alone")
def test_the_bench_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["pipes", "--json"])
    found = json.loads(capsys.readouterr().out)

    assert [section["name"] for section in found["sections"]] == ["pipes"]
    assert found["sections"][0]["figures"][1] == {
        "name": "1 table",
        "amount": 50_000,
        "ratios": {"bare loop": 4.0},
        "targets": [{"text": "≤ 3 x bare loop", "met": False}],
    }


@pytest.mark.slow
def test_stored_results_can_be_gone_on_with_and_rated(tmp_path: Path) -> None:
    with Bench() as bench:
        assert growth.fill(tmp_path / "x.db", bench.bot, 3, 60) == 60
    works = growth.resume_contenders(tmp_path / "x.db") | growth.ladder_contenders(tmp_path / "x.db")

    assert {name: work() for name, work in works.items()} == dict.fromkeys(works, 60)
    with Store.open(tmp_path / "x.db", writing=False) as store:
        assert {len(row.game.sides) for row in store.results()} == {2}


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_has_figures_beside_a_reference(name: str) -> None:
    said: list[str] = []
    with Bench(TINY, said.append) as bench:
        found = list(SECTIONS[name](bench))

    assert {section.name for section in found} == {name}
    for section in found:
        assert all(figure.amount > 0 for figure in section.figures if section.kind != "amount")
        assert section.references or said
        names = {figure.name for figure in section.figures}
        assert {name for target in section.targets for name in target.names} <= names
        print_section(section, Console())
        assert as_data(section)["figures"]


def test_the_page_has_a_row_for_every_section() -> None:
    page = (ROOT / "docs/benchmarks.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [*SECTIONS]


def tables(amounts: Mapping[str, float], kind: str = "cost") -> list[dict[str, Any]]:
    figures = [{"name": name, "amount": amount, "targets": []} for name, amount in amounts.items()]
    return [{"name": "pipes", "number": 0, "about": "a decision", "kind": kind, "figures": figures}]


def test_of_two_builds_the_best_turn_of_each_counts_and_what_lost_five_percent_is_marked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = tables({PING_PONG: 400_000, "1 table": 50_000, "64 tables": 200_000})
    now = tables({PING_PONG: 200_000, "1 table": 40_000, "64 tables": 100_000, "8 tables": 100_000})
    better = tables({PING_PONG: 250_000, "1 table": 46_000, "64 tables": 192_000, "8 tables": 100_000})
    found = [*rows(before, [*now, *better])]

    assert {row.name: row.ratio and round(row.ratio, 3) for row in found} == {
        PING_PONG: 1.6,
        "1 table": 1.087,
        "64 tables": 1.042,
        "8 tables": None,
    }
    assert [row.name for row in found if row.lost] == ["1 table"]
    print_rows(found, 4.0, Console(width=140))
    assert ["1", "table", "20.00", "21.74", "1.09", "5.43", "LOST"] in [
        line.split() for line in capsys.readouterr().out.splitlines()
    ]


def test_memory_is_compared_as_an_amount() -> None:
    [row] = rows(tables({"10 games": 100.0}, "amount"), tables({"10 games": 106.0}, "amount"))
    assert (row.ratio, row.lost) == (1.06, True)


def test_a_build_without_a_section_has_no_figures_of_it(tmp_path: Path) -> None:
    (tmp_path / "tests" / "bench").mkdir(parents=True)
    (tmp_path / "tests" / "__init__.py").touch()
    (tmp_path / "tests" / "bench" / "__main__.py").write_text("import sys; sys.exit(2)")
    assert measured(tmp_path, "pipes", ()) == []
    # Another size: bytecode is known by the time and the size of its source.
    (tmp_path / "tests" / "bench" / "__main__.py").write_text("import sys; sys.exit(101)")
    with pytest.raises(CalledProcessError):
        measured(tmp_path, "pipes", ())


def test_options_may_stand_before_the_sections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[Path, str, Sequence[str]]] = []

    def given(build: Path, section: str, options: Sequence[str]) -> list[dict[str, Any]]:
        asked.append((build, section, options))
        return tables({"1 table": 50_000})

    monkeypatch.setattr(turns, "measured", given)
    turns.main([str(tmp_path), "--turns", "1", "--full", "pipes"])

    assert asked == [(build, "pipes", ["--rounds", "2", "--full"]) for build in (tmp_path, Path.cwd())]
    assert "a bare ping-pong takes" in capsys.readouterr().out
