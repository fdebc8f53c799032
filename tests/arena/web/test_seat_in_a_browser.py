"""The page of a person's seat in a browser: whole games by clicks, and what must do no harm."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Position, Route, expect

from tests.arena.cli.test_hostile_texts import TEXTS
from tests.arena.seat.memory import Table
from tests.arena.web.conftest import Visit
from tests.arena.web.seats import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

PHONE = 360
"""The width of a narrow screen, in CSS pixels."""
WATCH = """addEventListener("DOMContentLoaded", () => {
  window.shown = [];
  const asked = document.getElementById("asked");
  new MutationObserver(() => asked.dataset.n && window.shown.push(asked.dataset.n)).observe(asked, {attributes: true});
})"""
"""Keeps the numbers of the questions that a page has shown since it was loaded."""


def open_at(page: Page, seat: Served) -> None:
    """Open the page, and let the others play at once."""
    page.goto(seat.page.address)
    page.select_option("#pace", "0")


def number(page: Page) -> str:
    """The number of the open question, once there is one; "" when the game is over."""
    page.wait_for_selector("#asked.mine, #asked[data-over]")
    return page.get_attribute("#asked", "data-n") or ""


def click(page: Page, *, twice: bool = False) -> None:
    """Give the first answer that can be clicked; bid the last. Of a card in a fan, the left edge is in sight."""
    cards, words = page.locator("#table .live button"), page.locator("#words button")
    bids = "bid" in (page.text_content("#question") or "")
    if not cards.count():
        button, edge = words.last if bids else words.first, None
    else:
        button, edge = cards.first, Position(x=6, y=14)
    if twice:
        button.dblclick(position=edge)
    else:
        button.click(position=edge)


def play(page: Page, between: Callable[[int], None] = lambda _: None, *, twice: bool = False) -> int:
    """Play to the end by clicks, none of which answers a second question; return how many questions that were."""
    asked, before = 0, ""
    while now := number(page):
        assert not before or int(now) == int(before) + 1
        asked += 1
        between(asked)
        before = number(page)  # it is another one if something was answered or taken back between
        click(page, twice=twice)
        page.wait_for_selector(f"#asked:not([data-n='{before}'])")
    return asked


def test_a_game_of_kaiser_with_a_reload_a_second_tab_and_double_clicks(visit: Visit) -> None:
    page = visit.page
    table = Table("kaiser", meek=True, deals=1)
    with served(table) as seat:
        open_at(page, seat)

        def between(asked: int) -> None:
            if asked in {2, 7}:
                shown = page.locator("#table").inner_text()
                page.reload()
                page.wait_for_selector("#asked.mine")
                assert page.locator("#table").inner_text() == shown
            if asked == 4:  # the other tab answers, this one gets the next question
                tab = page.context.new_page()
                tab.add_init_script(WATCH)
                tab.goto(seat.page.address)
                now = number(tab)
                assert set(tab.evaluate("window.shown")) == {now}  # none of those that were answered before
                click(tab)
                tab.wait_for_selector(f"#asked:not([data-n='{now}'])")
                page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
                tab.close()

        play(page, between, twice=True)
        expect(page.locator("#question")).to_contain_text("The game is over")
        expect(page.locator("#judged-how")).to_contain_text("likely deals", timeout=20_000)
        seat.end()
        expect(page.locator("#trouble")).to_contain_text("The arena has ended")
    assert table.position.result is not None


@pytest.mark.thorough
def test_cards_are_discarded_one_by_one_on_a_phone(browser: Browser) -> None:
    table = Table("two-hundred", "kitty", meek=True, deals=1)
    with served(table) as seat, browser.new_context(viewport={"width": PHONE, "height": 740}) as context:
        page = context.new_page()
        open_at(page, seat)
        undone: list[str] = []

        def between(_: int) -> None:
            if page.is_visible("#undo") and not undone:
                undone.append(page.locator("#picked .card").first.get_attribute("aria-label") or "")
                now = number(page)
                page.click("#undo")
                page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
                assert page.is_hidden("#undo")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE

        play(page, between)
        assert undone
    assert table.position.result is not None


def test_answers_can_be_typed(visit: Visit) -> None:
    page = visit.page
    with served(Table("kaiser", meek=True, deals=1)) as seat:
        open_at(page, seat)
        now = number(page)
        assert visit.violations() == []
        page.fill("#typed", "1")
        page.press("#typed", "Enter")
        expect(page.locator("#told")).to_contain_text("Which one: 10 10no")
        page.fill("#typed", "12NO")
        page.press("#typed", "Enter")
        page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
        expect(page.locator("#question")).to_contain_text("play (click a card)")
        assert visit.violations() == []
        page.locator("#table .live button").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#asked.mine:not([data-n='{int(now) + 1}'])")


def test_the_second_click_of_a_double_click_does_not_answer_the_next_question(visit: Visit) -> None:
    page = visit.page
    with served(Table("kaiser", meek=True, deals=1)) as seat:
        open_at(page, seat)
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
        for _ in range(2):  # a bid, then a card
            now = number(page)
            click(page)
            page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
            now = number(page)
            page.locator("#table .live button").last.hover()
            page.mouse.down(click_count=2)
            page.mouse.up(click_count=2)
        click(page)
        page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
        assert number(page) == str(int(now) + 1)
        assert sent.count("answer") == 3


def test_a_click_counts_before_the_last_answer_is_confirmed(visit: Visit) -> None:
    page = visit.page
    with served(Table("kaiser", meek=True, deals=1)) as seat:
        open_at(page, seat)
        now = number(page)
        held: list[Route] = []

        def hold(route: Route) -> None:
            route.fetch()
            held.append(route)

        page.route("**/answer", hold, times=1)
        click(page)
        page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
        now = number(page)
        click(page)
        page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
        held[0].fulfill()


def test_the_others_play_at_the_pace_of_the_person(visit: Visit) -> None:
    page = visit.page
    with served(Table("kaiser", meek=True, deals=1)) as seat:
        open_at(page, seat)
        number(page)
        page.fill("#typed", "12no")
        page.press("#typed", "Enter")
        expect(page.locator("#question")).to_contain_text("play")
        page.select_option("#pace", "3")
        click(page)
        page.wait_for_selector("#table .trick li:nth-child(2)")
        assert page.locator("#asked.mine").count() == 0
        page.select_option("#pace", "0")
        page.wait_for_selector("#asked.mine")


def test_on_a_touch_screen_the_second_touch_plays(browser: Browser) -> None:
    with (
        served(Table("kaiser", meek=True, deals=1)) as seat,
        browser.new_context(viewport={"width": PHONE, "height": 844}, has_touch=True) as context,
    ):
        page = context.new_page()
        open_at(page, seat)
        number(page)
        last = page.locator(".bids button").last
        expect(last).to_be_in_viewport(ratio=1)
        expect(page.locator(".felt-bottom .hand")).to_be_in_viewport(ratio=1)
        page.locator("#words button[data-word='12no']").tap()
        page.wait_for_selector("#table .live button")
        now = number(page)
        page.locator("#table .live button").last.tap()
        expect(page.locator("#confirm")).to_contain_text("play: the ")
        assert page.locator(".could").count() == 1
        assert number(page) == now
        page.locator("#confirm").tap()
        page.wait_for_selector(f"#asked:not([data-n='{now}'])")


@pytest.mark.thorough
def test_a_dead_network_sends_nothing_twice(browser: Browser) -> None:
    table = Table("kaiser", meek=True, deals=1)
    with served(table) as seat, browser.new_context() as context:
        page = context.new_page()
        open_at(page, seat)
        now = number(page)
        context.set_offline(True)
        click(page)
        expect(page.locator("#trouble")).to_contain_text("cannot be reached")
        context.set_offline(False)
        click(page)
        page.wait_for_selector(f"#asked.mine:not([data-n='{now}'])")
        play(page)
    assert table.position.result is not None


@pytest.mark.thorough
def test_hostile_texts_run_nothing(visit: Visit) -> None:
    page = visit.page
    names = ("<script>document.title='x'</script>", "<img src=x onerror=document.title='x'>", TEXTS[26], "x" * 400)
    table = Table("truc", "talkative", names=names, deals=1)
    with served(table, names=names) as seat:
        open_at(page, seat)

        def between(asked: int) -> None:
            assert page.title() == "Your turn"
            if asked < 3:
                page.fill("#say", "<b onmouseover=alert(1)>a cough</b>")

        play(page, between)
        assert "<img" in page.locator("#table").inner_text()
        assert page.locator("#seat script, #seat b[onmouseover], #seat img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
