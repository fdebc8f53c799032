"""`arena site` in a browser: what the script adds, what hostile names do, and whether everybody can use it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from arena.web import listed
from arena.web.contents import file_of
from tests.arena.cli import test_hostile_texts as hostile
from tests.arena.web.conftest import Visit
from tests.arena.web.test_site import BOTS, KAISER, TRUC, play
from tests.commands import arena

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

ATTEMPTS = (
    "<script>document.title='x'</script>",
    "<img src=x onerror=document.title='x'>",
    "</script><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "{{7*7}}{% raw %}",
    "</style><style>body{display:none}</style>",
    "<iframe src=//evil.example>",
    "<a href=//evil.example>x</a>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<base href=//evil.example>",
    "]]><!--",
    "\u2028alert(1)//",
    "<table><tr><td>",
)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose list of games has several pages."""
    folder = tmp_path_factory.mktemp("site")
    play(folder / "mine.db", KAISER, range(3))
    play(folder / "mine.db", TRUC, range(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listed, "PAGE", 18)
        arena("site", str(folder / "mine.db"), "--out", str(folder / "site"))
    return folder / "site"


PAGES = ("index.html", "bot/~BOT.html", "pairs.html", "games.html")


@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_a_page(visit: Visit, out: Path, name: str) -> None:
    visit.open(out / name.replace("~BOT", file_of(BOTS[0].id)))
    assert visit.violations() == []
    visit.page.emulate_media(color_scheme="dark")
    visit.page.set_viewport_size({"width": 360, "height": 740})
    assert visit.violations() == []
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "only tables scroll sideways"
    long = "document.querySelectorAll('option, h1, h2').forEach(each => { each.textContent = 'W'.repeat(32) })"
    visit.page.evaluate(long)
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "names may be long"


def test_on_a_phone_all_of_a_row_is_on_the_screen(visit: Visit, out: Path) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.open(out / "index.html")
    longest = "all => all.forEach(name => { name.textContent = 'W'.repeat(32) })"
    page.locator("table.rows a bdi").last.evaluate_all(longest)
    boxes = page.locator("table.rows").locator("..")
    assert boxes.evaluate_all("all => all.map(each => each.ariaLabel)") == ["Ladder", "Seasons"]
    assert boxes.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth).length") == 0
    row = page.locator("table.rows tbody tr").first
    assert "W-D-L" in row.evaluate(
        "row => [...row.cells].map(cell => getComputedStyle(cell, '::before').content).join()"
    )
    name, faults = (row.locator(which).bounding_box() for which in ("th", "[data-head=faults]"))
    assert name
    assert faults
    assert name["y"] < faults["y"] < name["y"] + 60, "two lines, not three"
    bot = visit.open(out / "bot" / f"{file_of(BOTS[0].id)}.html")
    names = bot.locator("[data-list=opponents] bdi")
    names.first.evaluate("name => { name.textContent = 'a-name-as-long-as-some-of-them-are'; }")
    box = bot.locator("[data-list=opponents]").locator("..")
    assert box.evaluate("each => each.scrollWidth <= each.clientWidth")
    games = visit.open(out / "games.html").locator("#games").locator("..")
    games.locator("bdi").evaluate_all(longest)
    assert games.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_long_list_of_games_is_folded_on_a_desktop_too_and_shows_no_id(visit: Visit, out: Path) -> None:
    page = visit.open(out / "games.html")
    body = page.locator("#games tbody")
    body.evaluate("body => { while (body.rows.length < 90) body.append(body.rows[0].cloneNode(true)); }")
    seen = page.locator("#games tbody tr:visible")
    assert seen.count() == 40
    page.get_by_role("button", name="Show all of this page").click()
    assert seen.count() == 90
    assert not page.locator("#games").get_by_text(re.compile("^G[0-9A-Za-z]+$")).count(), "no id is read"


def test_times_are_those_of_the_reader_with_zone_and_utc_in_the_title(visit: Visit, out: Path) -> None:
    time = visit.open(out / "index.html").locator("time").first
    assert re.fullmatch(r"[\w/+-]+; \d{4}-\d\d-\d\d \d\d:\d\d UTC", time.get_attribute("title") or "")
    assert time.get_attribute("datetime")
    assert "UTC" not in time.inner_text()


def test_a_click_on_a_head_sorts_and_turns_round(visit: Visit, out: Path) -> None:
    page = visit.open(out / "index.html")
    column = page.locator("tbody th[scope=row]").all_inner_texts
    ranked = column()
    page.get_by_role("button", name="name").click()
    assert column()[:4] == ["ann", "bob", "cid", "dan"]
    page.get_by_role("button", name="name").press("Enter")
    assert column()[:4] == ["dan", "cid", "bob", "ann"]
    assert page.get_by_role("columnheader", name="name").first.get_attribute("aria-sort") == "descending"
    page.get_by_role("button", name="rank").click()
    assert sorted(column()[:4]) == sorted(ranked[:4])


def test_any_two_bots_lead_to_the_line_of_one_on_the_page_of_the_other(visit: Visit, out: Path) -> None:
    page = visit.open(out / "pairs.html")
    page.get_by_label("one bot").select_option("dan")
    page.get_by_label("against").select_option("bob")
    page.get_by_role("button", name="Show").click()
    assert page.get_by_role("heading", level=1).inner_text() == "dan"
    assert page.locator(":target").inner_text().startswith("bob")


def test_games_are_chosen_over_all_pages_and_the_address_keeps_the_choice(visit: Visit, out: Path) -> None:
    page = visit.open(out / "games.html")
    rows = page.locator("#games tbody tr")
    first = rows.count()
    assert first < 60
    page.get_by_label("bot").select_option("ann")
    page.get_by_text("30 games").wait_for()
    assert rows.count() == 30
    page.get_by_label("fault").select_option("any fault")
    page.get_by_text(re.compile(r"^\d games$")).wait_for()
    assert all("CRASH" in text for text in rows.all_inner_texts())
    chosen = page.evaluate("location.hash")
    assert "fault=*" in chosen
    shown = rows.all_inner_texts()
    page.goto("about:blank")
    page = visit.open(out / "games.html", chosen)
    page.get_by_text(re.compile(r"^\d games$")).wait_for()
    assert rows.all_inner_texts() == shown
    page.get_by_role("button", name="All games").click()
    page.get_by_role("link", name="Older games").wait_for()
    assert page.evaluate("location.hash") == ""
    assert rows.count() == first


def test_the_pages_are_readable_without_script(browser: Browser, out: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((out / "games.html").as_uri())
    seen = page.locator("#games tbody tr").count()
    while (older := page.get_by_role("link", name="Older games")).count():
        older.click()
        seen += page.locator("tbody tr").count()
    assert seen == 60
    assert not page.locator("form").count()
    page.goto((out / "index.html").as_uri())
    page.get_by_role("link", name="bob").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == "bob"
    context.close()


@pytest.mark.thorough
def test_hostile_names_run_nothing_and_lead_nowhere(visit: Visit, tmp_path: Path) -> None:
    path = hostile.stored(tmp_path / "hostile.db", (*ATTEMPTS, *hostile.TEXTS[:4]))
    folder = tmp_path / "site"
    arena("site", str(path), "--out", str(folder))
    bots = sorted((folder / "bot").iterdir())
    assert len(bots) == 20
    for page in (folder / "index.html", folder / "pairs.html", folder / "games.html", folder / "faults.html", *bots):
        visit.open(page)
        assert visit.page.title().endswith("hostile")
        assert visit.page.locator("body img, body iframe, body style, body base, body script:not([type])").count() == 0
        assert visit.page.locator("h1").is_visible()
    visit.open(folder / "games.html", f"#bot={bots[3].stem}")
    visit.page.get_by_text("2 games").wait_for()
    assert visit.page.title() == "Games · hostile"
