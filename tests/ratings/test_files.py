import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Game, Results, digest, files, read_csv, write_csv
from arena.ratings.files import BLOCK
from arena.ratings.results import NO_KIND

PAGE = Path(__file__).parents[2] / "docs/results-format.md"
HEADER = "game,deal,entrant,place\n"
NAMES = st.text(min_size=1, max_size=8).filter(lambda name: name == name.strip() and "\0" not in name)


def refuse(text: str) -> None:
    raise AssertionError(text)


def read(text: str) -> Results:
    return read_csv(io.StringIO(text, newline=""), report=refuse)


def written(results: Results) -> str:
    text = io.StringIO(newline="")
    write_csv(results, text)
    return text.getvalue()


def meaning(results: Results) -> list[list[object]]:
    """All columns with names instead of numbers; unknown values are None."""
    size = len(results)
    fault = np.zeros(size, dtype=np.bool_) if results.fault is None else results.fault
    kind = np.full(size, NO_KIND) if results.kind is None else results.kind
    points = np.full(size, np.nan) if results.points is None else results.points
    return [
        [results.names[entrant] for entrant in results.entrant.tolist()],
        results.game.tolist(),
        results.deal.tolist(),
        results.place.tolist(),
        [None] * size if results.seat is None else results.seat.tolist(),
        [None if np.isnan(value) else value for value in points.tolist()],
        [(bad, (*results.kinds, "")[which]) for bad, which in zip(fault.tolist(), kind.tolist(), strict=True)],
        [None] * size if results.decisions is None else results.decisions.tolist(),
        [None] * size if results.ms is None else results.ms.tolist(),
    ]


@st.composite
def tables(draw: st.DrawFn) -> Results:
    """Results with any optional columns; entrants, games, deals and kinds are numbered by first appearance."""
    names = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    sides = st.permutations(names).map(lambda some: some[: max(2, len(some) // 2 + 1)])
    has_seats, has_points, has_times = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    points = st.none() | st.integers(-99, 99) | st.floats(-9e9, 9e9)
    games = []
    for _ in range(draw(st.integers(1, 5))):
        playing = draw(sides)
        count = len(playing)
        scores = draw(st.lists(points, min_size=count, max_size=count))
        counts = st.lists(st.integers(0, 999), min_size=count, max_size=count)
        times = st.lists(st.floats(0.0, 1e9), min_size=count, max_size=count)
        faults = draw(st.dictionaries(st.integers(0, count - 1), st.sampled_from(("TIMEOUT", "CRASH", "out, of"))))
        games.append(
            Game(
                playing,
                draw(st.lists(st.integers(1, 4), min_size=count, max_size=count)),
                draw(st.integers(0, 2)),
                draw(st.permutations(range(count))) if has_seats else None,
                scores if has_points else None,
                faults,
                draw(counts) if has_times else None,
                draw(times) if has_times else None,
            )
        )
    return Results.of(games)


@given(tables())
def test_what_is_written_is_read_again(results: Results) -> None:
    again = read(written(results))
    assert meaning(again) == meaning(results)
    assert written(again) == written(results)


def test_the_example_of_the_page_can_be_rated() -> None:
    example = PAGE.read_text().split("```csv\n")[1].split("```")[0]
    results = read(example)
    assert results.names == ("owl", "jay")
    assert results.deal.tolist() == [0, 0, 0, 0, 1, 1]
    assert results.points is not None
    assert results.points.tolist() == [52, 47, -10, 0, 50, 50]
    assert results.kinds == ("TIMEOUT",)
    assert results.kind is not None
    assert results.kind.tolist() == [-1, -1, 0, -1, -1, -1]
    assert written(results).splitlines()[3] == "1,0,jay,2,0,-10,TIMEOUT,12,9000"


def test_the_page_names_every_column() -> None:
    csv, _, _ = PAGE.read_text().partition("## As a Parquet file")
    table = [line.split("`")[1] for line in csv.splitlines() if line.startswith("| `")]
    assert sorted(table) == sorted(
        ("game", "deal", "entrant", "place", "seat", "points", "fault", "decisions", "ms", "contest")
    )


@pytest.mark.parametrize(
    "text",
    [
        "game,deal,entrant,place\n1,7,owl,1\n1,7,jay,2\n",
        "\ufeffgame,deal,entrant,place\r\n1,7,owl,1\r\n1,7,jay,2\r\n",
        "Game;Deal;Entrant;Place\n1;7;owl;1\n1;7;jay;2",
        "game\tdeal\tentrant\tplace\n\n 1 \t7\towl \t1\n\n1\t7\tjay\t 2\n\n",
        "place,entrant,deal,game\n1,owl,7,1\n2,jay,7,1\n",
        'game,deal,entrant,place\n1,7,"owl",1\n"1",7,jay,2\n',
    ],
)
def test_the_same_table_is_written_in_many_ways(text: str) -> None:
    assert meaning(read(text)) == meaning(Results.of([Game(["owl", "jay"], [1, 2], 7)]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "results, line 1: no header; name the columns, at least game, entrant, place"),
        ("game,deal,bot\n1,7,owl\n", "line 1: no column entrant and no column place; there are game, deal, bot"),
        ("game,game,entrant,place\n", "line 1: two columns are called game; rename or remove one"),
        (HEADER, "no rows below the header; there is nothing to rate"),
        (HEADER + "1,7,owl,1\n1,7,jay\n", "line 3: 3 cells, but the header has 4"),
        (HEADER + '1,7,"owl,1\n1,7,jay,2\n', "line 3: unexpected end of data; put quotes"),
        (HEADER + "1,7,owl,1\n\n1,7,jay,won\n", "line 4: place is 'won'; it must be a whole number"),
        (HEADER + "1,7,owl,1\n1,7,jay,1.5\n", "line 3: place is '1.5'; it must be a whole number"),
        (HEADER + "1,7,owl,1\n1,7,jay,\n", "line 3: place is ''; it may not be empty"),
        (HEADER + "1,7,owl,1\n1,7,jay,99999999999999999999\n", "line 3: place is '99999999999999999999'"),
        (HEADER + "1,7,owl,1\n1,,jay,2\n", "line 3: deal is ''; it may not be empty"),
        (HEADER + "1,7,owl,1\n1,7, ,2\n", "line 3: entrant is ''; it may not be empty"),
        (HEADER + "1,7,owl,1\n\n1,7,jay,0\n", "line 4: a place is 1 or more (entrant jay, game 0"),
        (HEADER + "1,7,owl,1\n1,7,owl,2\n", "line 3: an entrant occurs twice in one game"),
        (HEADER + "1,7,owl,1\n1,7,jay,2\n2,7,owl,1\n", "line 4: a game needs two sides"),
        ("game,entrant,place,points\n1,owl,1,many\n", "line 2: points is 'many'; it must be a number, or empty"),
        ("game,entrant,place,points\n1,owl,1,2\n1,jay,2,-1e300\n", "line 3: points are from -1e+12 to 1e+12"),
        ("game,entrant,place,points\n1,owl,1,inf\n1,jay,2,3\n", "line 2: points are from -1e+12 to 1e+12"),
        ("game,entrant,place,seat\n1,owl,1,N\n", "line 2: seat is 'N'; it must be a whole number, or empty"),
    ],
)
def test_mistakes_name_the_line_and_what_to_do(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_csv(io.StringIO(text, newline=""), report=lambda _: None)
    assert message in str(caught.value)
    assert str(caught.value).startswith("results")


def test_a_file_that_is_not_utf_8_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes("game,entrant,place\n1,Jürgen,1\n1,owl,2\n".encode("latin-1"))
    with pytest.raises(ValueError, match=r"latin\.csv: not in UTF-8 .*save it as UTF-8"):
        read_csv(path)


def test_columns_that_are_not_used_and_missing_deals_are_reported() -> None:
    told: list[str] = []
    text = "game,entrant,place,point,date\n1,owl,1,3,today\n1,jay,2,4,today\n2,owl,1,3,now\n2,jay,2,4,now\n"
    results = read_csv(io.StringIO(text), report=told.append)
    assert told == [
        "results: the column point is not used (did you mean points?)",
        "results: the column date is not used",
        "results: no column deal: every game counts as a deal of its own",
    ]
    assert results.deal.tolist() == [0, 0, 1, 1]
    assert results.points is None


def test_lines_are_counted_across_blocks_and_after_the_first_quote() -> None:
    games = [f"{game},{game},{name},{place}\n" for game in range(BLOCK) for name, place in (("owl", 1), ("jay", 2))]
    assert len(read(HEADER + "".join(games))) == 2 * BLOCK
    quoted = [*games, '"x",7,owl,1\n', "x,7,jay,0\n"]
    with pytest.raises(ValueError, match=f"line {2 * BLOCK + 3}: a place is 1 or more"):
        read(HEADER + "".join(quoted))


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    results = Results.of([Game(["owl", "jay"], [1, 2], 7), Game(["owl", "jay"], [1, 1], 8)])
    path = tmp_path / "results.csv"
    write_csv(results, path, games=["G1", "G2"], deals=["a, b", "c"])
    assert path.read_text() == 'game,deal,entrant,place\nG1,"a, b",owl,1\nG1,"a, b",jay,2\nG2,c,owl,1\nG2,c,jay,1\n'
    assert digest(results, games=["G1", "G2"], deals=["a, b", "c"]) == hashlib.sha256(path.read_bytes()).hexdigest()
    assert meaning(read_csv(path)) == meaning(results)


def test_a_part_of_a_table_is_made_anew_only_if_its_rows_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "KEPT", 4)
    rows = [(game, f"d{game // 2}", entrant, place) for game in range(6) for entrant, place in (("ann", 1), ("bob", 2))]
    kept: dict[str, bytes] = {}

    def told(changed: int | None, deals: str) -> tuple[bytes, int]:
        """The whole table, and how many of its parts were made."""
        text = "".join(f"{g},{deal},{who},{1 if g == changed else place}\n" for g, deal, who, place in rows)
        parts, before = [], len(kept)

        def keep(key: str, making: Callable[[], bytes]) -> bytes:
            parts.append(kept.get(key) or kept.setdefault(key, making()))
            return parts[-1]

        found = digest(read(HEADER + text), games=[f"G{game}" for game in range(6)], deals=[*deals], keep=keep)
        assert found == hashlib.sha256(b"".join(parts)).hexdigest()
        assert found == digest(read(HEADER + text), games=[f"G{game}" for game in range(6)], deals=[*deals])
        return b"".join(parts), len(kept) - before

    assert told(None, "xyz")[1] == 3
    assert told(None, "xyz")[1] == 0
    assert told(3, "xyz")[1] == 1, "a draw in game 3"
    assert told(3, "xyw")[1] == 1, "another name of the last deal"


@pytest.mark.parametrize("word", ["", "0", "NA", "NaN", "None", "null", "FALSE"])
def test_a_missing_fault_is_none_in_the_words_of_other_programs(word: str) -> None:
    """R writes NA, Python None: each was a kind of fault, and then every game had one."""
    text = f"game,entrant,place,fault\n1,A,1,{word}\n1,B,2,CRASH\n2,A,1,{word}\n2,B,2,{word}\n"
    results = read_csv(io.StringIO(text), report=lambda _: None)
    assert results.fault is not None
    assert results.fault.tolist() == [False, True, False, False]
    assert results.kinds == ("CRASH",)
