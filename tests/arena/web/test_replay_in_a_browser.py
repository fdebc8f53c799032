"""The replay of a game in a browser."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from arena.replay.frames import ALL, Frame, Replay
from arena.replay.steps import marks, steps
from arena.table.stderr import Written, coded
from arena.web.replay import Room, game_page
from tests.arena.cli.test_hostile_texts import DANGEROUS, TEXTS
from tests.arena.replay.test_frames import FIRST, recorded, replayed, told
from tests.arena.web.conftest import Visit

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

SCRIPTS = (
    *("<script>document.title='hit'</script>", "</script><script>document.title='hit'</script>"),
    *(
        "<img src=x onerror=document.title='hit'>",
        "<svg onload=document.title='hit'>",
        "<iframe srcdoc='<b>x'></iframe>",
    ),
    *("\"><input autofocus onfocus=document.title='hit'>", "' style='x' onmouseover='document.title=1'"),
    *("javascript:document.title='hit'", "]]><script>document.title='hit'</script>", "--><!--", "{{ 7*7 }}{% x %}"),
)
"""Names and talk that try to run something."""
ATTEMPTS = [text for text in (*SCRIPTS, *TEXTS) if len(text) < 500][:48]

UNLIKE = frozenset({"bester-bube", "bridge-solitaire", "bridgette", "kaiser", "truc"})
"""Games that differ most in what a page shows of them: turned cards, words as cards, talk, one player, partners."""
SOME = [pytest.param(*each, marks=[] if each[0] in UNLIKE else pytest.mark.thorough) for each in FIRST]

PHONE = 360
"""The width of a narrow screen, in CSS pixels."""

Opened = Callable[..., Replay]


@pytest.fixture
def page(visit: Visit) -> Page:
    """The browser's page."""
    return visit.page


@pytest.fixture
def opened(visit: Visit, tmp_path: Path) -> Opened:
    """Open the replay of a game in the page: `opened(replay, place="", others=())`."""

    def open_(replay: Replay, place: str = "", others: tuple[Replay, ...] = ()) -> Replay:
        rooms = [Room(f"1.{number}", other) for number, other in enumerate(others, 2)]
        contest = f"{replay.game.name}:{replay.preset}"
        text = game_page(Room("1.1", replay), rooms, ladder="mine.toml", contest=contest, record="the record\n")
        file = tmp_path / "game.html"
        file.write_text(text, encoding="utf-8")
        visit.open(file, place)
        return replay

    return open_


def kaiser() -> Replay:
    replay = replayed("kaiser", "standard")
    return replace(replay, names=("owl", "crow", "owl", "crow"))


def where(page: Page) -> str:
    return page.locator("#where").inner_text()


def hand(page: Page, seat: int) -> list[str]:
    """The cards of a seat that are not pale."""
    cards = page.locator(f"section.seat[aria-label^='seat {seat},'] li:not(.gone) > svg")
    return [card.get_attribute("aria-label") or "" for card in cards.all()]


def test_keys_and_buttons_step_through_a_game(page: Page, opened: Opened) -> None:
    replay = opened(kaiser())
    its = steps(replay)
    deals = [number for number, step in enumerate(its) if step.card == 0]
    tricks = marks(replay, its).trick

    def at(number: int) -> str:
        return f"deal {its[number].deal}, card {its[number].card}"

    assert where(page) == at(0)
    for press, expected in (
        *(("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Shift+ArrowRight", tricks[0])),
        *(("Shift+ArrowRight", tricks[1]), ("Shift+ArrowLeft", tricks[0]), ("PageDown", deals[1])),
        *(("PageUp", deals[0]), ("End", len(its) - 1), ("Home", 0)),
    ):
        page.keyboard.press(press)
        assert where(page) == at(expected), press
    page.get_by_text("More", exact=True).click()
    for button, expected in (
        *(("next card", 1), ("next trick", tricks[0]), ("next deal", deals[1]), ("deal back", deals[0])),
        *(("end", len(its) - 1), ("trick back", tricks[-1]), ("start", 0)),
    ):
        page.get_by_role("button", name=button, exact=True).click()
        assert where(page) == at(expected), button
    page.keyboard.press("Control+ArrowRight")
    page.locator("#scrubber").focus()
    page.keyboard.press("r")
    assert where(page) == at(0), "keys with a modifier, or in an input, are left to the browser"
    page.locator("#scrubber").blur()
    assert page.locator(".felt-bottom .hand-of").inner_text() == "0 owl"
    page.keyboard.press("r")
    assert page.locator(".felt-bottom .hand-of").inner_text() == "1 crow"


def test_the_table_fills_the_screen_and_cards_grow(page: Page, opened: Opened) -> None:
    opened(kaiser())
    card = page.locator(".felt-bottom .card").first
    before = card.bounding_box()
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null")
    after = card.bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"]
    assert page.locator("#replay .replay-row").first.locator("button").count() == 7
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement === null")


def test_a_step_is_told_in_words(page: Page, opened: Opened) -> None:
    replay = opened(kaiser())
    first = next(number for number, step in enumerate(steps(replay)) if replay.frames[step.end].kind == "play")
    for _ in range(first):
        page.keyboard.press("ArrowRight")
    said = page.locator("#told").inner_text()
    assert re.fullmatch(r"seat \d, (owl|crow), plays the \w+ of (spades|hearts|diamonds|clubs)", said), said
    who, _, card = said.partition(", plays the ")
    assert f'img "{who}: {card}"' in page.locator(".trick").aria_snapshot()
    assert page.locator(".gone").get_by_role("img", name=f"{card}, played", exact=True).count() == 1


def test_what_could_be_played_is_marked_in_the_hands_that_a_view_sees(page: Page, opened: Opened) -> None:
    replay = opened(kaiser())
    its = steps(replay)
    number, frame = next(
        (number, frame)
        for number, step in enumerate(its)
        for frame in replay.frames[step.end : step.end + 1]
        if frame.kind == "play" and len(frame.legal) > 1
    )
    seat = int(frame.line.split()[1])
    page.goto(f"{page.url.partition('#')[0]}#G1&deal=1&card={its[number].card}")
    page.keyboard.press("w")
    assert page.locator(".could").count() == len(frame.legal)
    assert page.locator(f"section.seat[aria-label^='seat {seat},'] .could").count() == len(frame.legal)
    assert "could play" in page.locator("#told").inner_text()
    page.keyboard.press(str(1 + (seat + 1) % 4))
    assert page.locator(".could").count() == 0
    assert "could play" not in page.locator("#told").inner_text()


def test_the_pack_has_two_colors_or_four(page: Page, opened: Opened) -> None:
    opened(kaiser())
    fill = """(([one, other]) => one === other)(
        [".suit-d", ".suit-h"].map((name) => getComputedStyle(document.querySelector(name)).fill))"""
    assert not page.evaluate(fill)
    page.keyboard.press("c")
    assert page.evaluate(fill)
    page.reload()
    assert page.evaluate(fill)


def test_play_goes_on_by_itself_until_it_is_stopped(page: Page, opened: Opened) -> None:
    opened(kaiser())
    for _ in range(5):
        page.keyboard.press("+")
    page.keyboard.press(" ")
    expect(page.locator("#do-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#where")).not_to_have_text("deal 1, card 1")
    page.keyboard.press(" ")
    stopped = where(page)
    expect(page.locator("#do-play")).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(250)
    assert where(page) == stopped
    page.reload()
    expect(page.locator("#speed")).to_have_text("speed 7 of 7")


def test_a_seat_sees_its_own_hand(page: Page, opened: Opened) -> None:
    opened(kaiser())
    assert [len(hand(page, seat)) for seat in range(4)] == [8, 8, 8, 8]
    page.keyboard.press("3")
    assert page.locator(".felt-bottom .hand-of").inner_text() == "2 owl"
    assert len(hand(page, 2)) == 8
    assert [hand(page, seat) for seat in (0, 1, 3)] == [["8 hidden cards"]] * 3
    page.keyboard.press("Shift+ArrowRight")
    assert [hand(page, seat) for seat in (0, 1, 3)] == [["7 hidden cards"]] * 3
    assert len(hand(page, 2)) == 7
    page.keyboard.press("0")
    assert [len(hand(page, seat)) for seat in range(4)] == [7, 7, 7, 7]


def test_what_comes_can_be_hidden(page: Page, opened: Opened) -> None:
    opened(kaiser())
    scores = page.locator(".panel-score td.number[data-since]")
    tricks = page.locator(".panel-tricks .row li")
    assert scores.first.is_visible()
    assert tricks.first.is_visible()
    page.keyboard.press("h")
    assert not scores.first.is_visible()
    assert not tricks.first.is_visible()
    assert not page.locator("#as-text summary").is_visible()
    page.keyboard.press("Shift+ArrowRight")
    assert tricks.first.is_visible()
    assert not tricks.last.is_visible()


def test_an_address_leads_to_a_moment(page: Page, opened: Opened) -> None:
    opened(kaiser(), "#G1&deal=2&card=9&view=1")
    assert where(page) == "deal 2, card 9"
    expect(page.get_by_role("button", name="seat 1 crow")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#G1&deal=2&card=10&view=1")
    page.locator(".panel-score tbody tr").first.click()
    assert where(page) == "deal 1, card 0"
    page.keyboard.press("0")
    page.wait_for_url("**#G1&deal=1&card=0")


def test_the_card_where_rooms_part_is_a_link(page: Page, opened: Opened) -> None:
    replay = kaiser()
    at, frame = next((at, frame) for at, frame in enumerate(replay.frames) if frame.kind == "play")
    line = f"{frame.line.rpartition(' ')[0]} XX"
    frames = [*replay.frames[:at], frame._replace(line=line), *replay.frames[at + 1 :]]
    opened(replay, others=(replace(replay, views={ALL: frames}),))
    link = page.get_by_role("link", name="parts at card")
    assert link.count() == 1
    card = link.inner_text().rpartition(" ")[2]
    link.click()
    expect(page.locator("#where")).to_have_text(f"deal 1, card {card}")
    assert page.locator("#told").inner_text().startswith(f"seat {frame.line.split()[1]}, ")


def test_nothing_that_a_stranger_wrote_runs(page: Page, opened: Opened) -> None:
    replay = replayed("two-hundred", "six-two-teams")
    talk = [Frame(f"say {at % 6} {text}", "say") for at, text in enumerate(ATTEMPTS)]
    views = {view: [*frames[:20], *talk, *frames[20:]] for view, frames in replay.views.items()}
    assert len(ATTEMPTS) >= 40
    for start in range(0, len(ATTEMPTS), 12):
        names = (*ATTEMPTS[start : start + 12], *ATTEMPTS)
        hostile = replace(replay, names=names[:6], views=views)
        opened(hostile, "#G1&deal=1&card=70", others=(replace(hostile, names=names[6:12], sides=tuple(range(6))),))
        assert page.title() == "two-hundred:six-two-teams 1.1 · Trick Arena"
        assert page.locator("img, iframe, main input:not(#scrubber), main script:not([type])").count() == 0
        assert page.evaluate("document.scripts.length") == 5
        text = page.evaluate("document.querySelector('main').innerText")
        assert not DANGEROUS.search(text), ascii(DANGEROUS.search(text))
    heard = page.locator(".lines").inner_text()
    assert SCRIPTS[0] in heard


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (PHONE, "dark")])
def test_everybody_can_use_it(visit: Visit, page: Page, opened: Opened, width: int, scheme: Any) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    opened(
        replayed("two-hundred", "six-two-teams"),
        "#G1&deal=1&card=40",
        others=(replayed("two-hundred", "six-two-teams"),),
    )
    assert page.evaluate("document.documentElement.scrollWidth") == width
    small = """[...document.querySelectorAll("#replay button:not(.jump)")].map((one) => one.getBoundingClientRect())
        .filter((box) => box.width && (box.width < 44 || box.height < 44)).length"""
    assert page.evaluate(small) == 0
    assert visit.violations() == []
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    assert width == PHONE or visit.violations() == []
    page.get_by_role("button", name="Close").click()
    assert not page.locator("#help").is_visible()


STEP_TO_THE_END = """() => {
    const next = document.getElementById("do-next");
    let count = 0;
    while (next.getAttribute("aria-disabled") !== "true") { next.click(); count += 1; }
    return count;
}"""


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("#G1&deal=2&card=x", "deal 2, card 0"),
        ("#G1&deal=1&card=-3&view=toString", "deal 1, card 0"),
        ("#G1&deal=99&card=1&view=99", "deal 1, card 0"),
        ("#<img src=x>", "deal 1, card 0"),
    ],
)
def test_an_address_that_leads_nowhere_leads_near_it(page: Page, opened: Opened, place: str, expected: str) -> None:
    opened(kaiser(), place)
    assert where(page) == expected


def test_at_a_fault_the_owner_sees_what_the_bot_wrote_last(visit: Visit, tmp_path: Path) -> None:
    replay = kaiser()
    fault = Frame("note fault 2 CRASH ended", "fault")
    failed = replace(replay, views={view: [*frames[:-1], fault, frames[-1]] for view, frames in replay.views.items()})
    file = tmp_path / "game.html"
    wrote = "\n".join(f"line {number} <b>" for number in range(20))
    text = game_page(
        Room("1.1", failed),
        (),
        ladder="m",
        contest="kaiser",
        record="",
        stderr={0: Written(b"no"), 2: Written(wrote.encode())},
    )
    file.write_text(text, encoding="utf-8")
    page = visit.open(file)
    assert not page.locator("#wrote").is_visible()
    page.keyboard.press("x")
    assert page.locator("#wrote pre").inner_text() == wrote
    assert page.locator("#wrote").evaluate("(box) => box.scrollTop > 0"), "the last lines are seen first"
    page.keyboard.press("ArrowLeft")
    assert not page.locator("#wrote").is_visible()


def test_the_owner_sees_what_the_bot_wrote_at_each_decision(visit: Visit, tmp_path: Path) -> None:
    replay = kaiser()
    mine = [*enumerate(replay.decisions[2], 1)]
    words = [f"{number}: {SCRIPTS[number % len(SCRIPTS)]}\n" for number, _ in mine]
    marks = [(0, 0)]
    for (number, _), text in zip(mine, words, strict=True):
        marks.append((number, marks[-1][1] + len(text.encode())))
    wrote = Written("".join(words).encode(), coded(marks))
    file = tmp_path / "game.html"
    html = game_page(Room("1.1", replay), (), ladder="m", contest="kaiser", record="", stderr={2: wrote})
    file.write_text(html, encoding="utf-8")
    page = visit.open(file)
    shown = page.evaluate(
        """() => {
            const found = {};
            const last = Number(document.getElementById("scrubber").max);
            for (let step = 0; step <= last; step++) {
                const words = document.querySelector("#wrote pre");
                if (words) found[step] = words.textContent;
                document.getElementById("do-next").click();
            }
            return found;
        }"""
    )
    its = steps(replay)
    at = [next(number for number, step in enumerate(its) if step.end >= frame) for _, frame in mine]
    assert shown == dict(zip(map(str, at), words, strict=True))
    assert page.title() != "hit"
    page.locator("#stderr-2 summary").click()
    page.locator("#stderr-2 a").nth(3).click()
    expect(page.locator("#table")).to_be_in_viewport()
    assert page.locator("#wrote pre").inner_text().startswith("4: ")


LOOK = """([button, count]) => [...Array(count)].map(() => {
    document.getElementById(button).click();
    return [...document.querySelectorAll("#told, .felt li, .later, .wins")].map((one) => one.textContent).join();
})"""
"""Press a button many times and look each time."""


@pytest.mark.parametrize("view", ["0", "2"])
def test_a_moment_looks_the_same_from_both_directions(page: Page, opened: Opened, view: str) -> None:
    replay = opened(replayed("bridgette", "standard"))
    page.keyboard.press(view)
    count = len(steps(replay)) - 1
    there, back = (page.evaluate(LOOK, [button, count]) for button in ("do-next", "do-back"))
    assert len(set(there)) > count / 2
    assert back[:-1] == there[-2::-1]


LINES = """async () => {
    const { views } = await ArenaFilm.read(document.getElementById("film"));
    return Object.fromEntries(Object.entries(views).map(([name, frames]) => [name, frames.map((one) => one.x || "")]));
}"""
"""What each view has of every line."""


@pytest.mark.parametrize(("name", "preset"), SOME)
def test_every_game_opens_and_its_seats_see_the_lines_that_they_were_sent(
    page: Page, opened: Opened, name: str, preset: str
) -> None:
    replay = opened(replayed(name, preset))
    assert page.evaluate(STEP_TO_THE_END) == len(steps(replay)) - 1
    lines = page.evaluate(LINES)
    for seat in sorted(set(replay.answers)):
        assert [line for line in lines[str(seat)] if line] == told(name, preset, seat)
    last = max(set(replay.answers))
    page.locator(f"#views button[data-view='{last}']").click()
    page.keyboard.press("Home")
    assert page.evaluate(STEP_TO_THE_END) == len(steps(replay)) - 1


def test_the_record_can_be_saved(page: Page, opened: Opened) -> None:
    opened(kaiser())
    with page.expect_download() as saved:
        page.get_by_text("More", exact=True).click()
        page.get_by_role("button", name="Save record").click()
    assert saved.value.suggested_filename == "kaiser-G1.txt"
    assert Path(saved.value.path()).read_text() == "the record\n"


def test_without_script_all_deals_can_be_read(page: Page, tmp_path: Path) -> None:
    replay = kaiser()
    text = game_page(
        Room("1.1", replay), (), ladder="mine.toml", contest="kaiser:standard", record=recorded("kaiser", "standard")
    )
    browser = page.context.browser
    assert browser is not None
    file = tmp_path / "game.html"
    file.write_text(text, encoding="utf-8")
    with browser.new_context(java_script_enabled=False) as context:
        plain = context.new_page()
        plain.goto(file.as_uri())
        assert "2 owl" in plain.locator("#as-text pre").first.inner_text()
        assert not plain.locator("#replay").is_visible()
