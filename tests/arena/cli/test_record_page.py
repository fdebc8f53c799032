"""`arena record --html`: a game as a page."""

import json
import re
from pathlib import Path

import click.testing
import pytest

from arena.store import Store
from arena.table.stderr import Written
from tests.arena.cli.test_season import play, secret, tell_secrets
from tests.arena.store.examples import ONE, PLAYED, begun, query
from tests.commands import arena
from tests.test_loading import among, command, loaded


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Two sets of Kaiser of one deal, played at random; the season is over."""
    path = tmp_path / "mine.db"
    play(path, reproducible=True)
    return path


def games(db: Path) -> list[str]:
    with Store.open(db, writing=False) as store:
        return [result.game.id for result in store.results()]


def test_a_game_is_printed_as_a_page_with_the_other_rooms_of_its_set(db: Path) -> None:
    first, second, *_ = games(db)
    text, said = arena("record", str(db), "1.1", "--html")

    assert said == ""
    assert text.startswith("<!doctype html>")
    assert text == arena("record", str(db), first, "--html")[0]
    assert "<title>kaiser:standard max_deals=1 1.1 · Trick Arena</title>" in text
    assert f'<span title="{second}">1.2</span>' in text
    assert text.count("parts at card") == 1
    [data] = re.findall(r'id="film">(.*?)</script>', text)
    assert json.loads(data)["record"] == arena("record", str(db), first, "--lines")[0]


def test_a_set_of_another_season_has_other_cards_and_stands_on_no_page(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    play(path)
    arena("season", "close", str(path))
    play(path)
    ids = games(path)
    assert len(ids) == 8
    for number, id_ in enumerate(ids):
        text, _ = arena("record", str(path), id_, "--html")
        assert re.findall(r'<span title="(G\w+)">', text) == [ids[number ^ 1]]


def test_while_a_season_is_open_it_warns(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    play(path)
    text, said = arena("record", str(path), "1.1", "--html")
    assert "season 1 is open: keep this to yourself" in said
    assert text.startswith("<!doctype html>")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--lines",), "--html and --lines do not go together"),
        (("--seat", "1"), "--html and --seat do not go together"),
        (("--seat", "1", "--stderr"), "--html and --seat do not go together"),
        (("--said",), "--html and --said do not go together"),
        (("--deal", "1"), "--deal does not go with --html"),
    ],
)
def test_a_page_is_a_form_of_its_own(db: Path, more: tuple[str, ...], message: str) -> None:
    assert message in arena("record", str(db), "1.1", "--html", *more, status=64)[1]


def test_what_bots_wrote_is_on_the_page_only_if_it_is_asked_for(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "stderr", lambda _, game: {1: Written(b"I had the joker")} if game in games(db) else {})
    assert "I had the joker" not in arena("record", str(db), "1.1", "--html")[0]
    assert "I had the joker" in arena("record", str(db), "1.1", "--html", "--stderr")[0]


def test_a_terminal_gets_no_page(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda _: True)
    _, said = arena("record", str(db), "1.1", "--html", status=64)
    assert f"arena record {db} 1.1 --html > game.html" in said.replace("\n", "")


def test_a_game_that_cannot_be_played_again_has_no_page(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED)
    _, said = arena("record", str(path), ONE.id, "--html", status=65)
    assert said.startswith(f"arena: this arena cannot play {ONE.id} again (")
    assert f"arena record {path} {ONE.id} --lines" in said


@pytest.mark.slow
def test_only_a_page_loads_what_pages_need(db: Path) -> None:
    assert among(loaded(command("record", str(db), "1.1")), ("jinja2", "arena.web")) == set()


def test_what_a_bot_wrote_in_a_deal_is_printed_by_decision(db: Path) -> None:
    first, *_ = games(db)
    nothing = arena("record", str(db), first, "--seat", "1", "--stderr", "--deal", "1", status=64)[1]
    assert "seat 1 did not fail" in nothing
    tell_secrets(db)
    text, said = arena("record", str(db), first, "--seat", "1", "--stderr", "--deal", "1")
    line = re.compile(r"--- card \d+: did 1 \w+ \S+")
    assert said == ""
    begun, words, last, end = text.splitlines()
    assert line.fullmatch(begun)
    assert line.fullmatch(last)
    assert (words, end) == (secret(first, 1), ", at last")
    assert arena("record", str(db), first, "--seat", "1", "--stderr")[0] == f"{words}{end}"
    wrong = ["record", str(db), first, "--seat", "1", "--stderr", "--deal"]
    assert "seat 1 wrote nothing to standard error in deal 2" in arena(*wrong, "2", status=64)[1]
    query(db, "UPDATE outputs SET marks = x''")
    assert "but nobody knows what of it in deal 1" in arena(*wrong, "1", status=64)[1]
    query(db, "UPDATE outputs SET marks = x'00ff'")
    assert f"what is kept of the standard error in {first} is damaged" in arena(*wrong, "1", status=65)[1]
