"""Twelve pages that show the same whenever they are made: of games that follow from their ids, at a fixed time.

They are served without a server: the browser's requests are answered from memory (`Pages.answer`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, closing, contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.sync_api import Page, Position, Route

from arena.app.desk import Answer
from arena.app.live_ladder import Ladder
from arena.app.site import rounds_of, site_of
from arena.bots.entrants import Entrant
from arena.chance import keyed
from arena.games import kaiser
from arena.games.kernel import Result
from arena.games.kernel.position import play_game
from arena.protocol import write_line
from arena.results.conditions import REPRODUCIBLE
from arena.results.review import Judged
from arena.schedules.agenda import Agenda
from arena.schedules.plan import PlannedGame, games_of
from arena.schedules.report import reports
from arena.settings.clock import ClockSettings
from arena.settings.contest import parse_game
from arena.store import Store
from arena.table import record
from arena.table.outcome import Failure, Fault, Outcome
from arena.table.reports import GameEnded
from arena.web.folder import Memory
from arena.web.live import KINDS
from arena.web.page import Header, Link, asset
from arena.web.replay import SCRIPTS, STYLES, Room, game_page, other_rooms, stored_room
from arena.web.site import RESULTS, build
from tests.arena.schedules.simulated import Ledger, always_the_first, event
from tests.arena.seat.memory import Table
from tests.arena.web import test_hand_in
from tests.arena.web.seats import served

HOST = "http://127.0.0.1:9/"
"""Where the pages seem to be; nothing listens there."""
WHEN = "2026-11-28T11:47:00+00:00"
NAMES = ("owl", "jay", "heron", "rook", "wren", "kite", "crow", "tit")
"""The bots, the best first."""
BOTS = [Entrant(name, name, "1", ("bot",), Path("/"), str(place) * 64) for place, name in enumerate(NAMES)]
OPTIONS = kaiser.Options(max_deals=2)
CONTEST = parse_game("kaiser", {"max_deals": 2}, {"kaiser": kaiser.GAME}, 2)
STEPS = 29
"""So many cards and calls of a game have been played in its picture."""
ANSWERS = 30
"""The most answers at a seat before its picture."""
SETS = 3
CRASHES = 20
"""Where a bot crashes, it does after so many answers of the game."""
TOKEN = "a-word-of-some-length"
FONTS = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", '
"""What stands before DejaVu in the style sheets; pictures are drawn with that, whatever else a machine has."""


class Shown(NamedTuple):
    """One of the twelve.

    Args:
        path: where it is, from `HOST` on; the whole address where a server has it.
        prepare: brings it into the state that is shown.
    """

    path: str
    prepare: Callable[[Page], None] = lambda _: None


@dataclass(frozen=True)
class Pages:
    """The twelve pages.

    Args:
        files: what is in each file, by its path.
        shown: the pages by name.
    """

    files: Mapping[str, bytes]
    shown: Mapping[str, Shown]

    def answer(self, page: Page, style: Callable[[str], str]) -> None:
        """Answer all requests of a page; `style` may change the style sheets."""

        def drawn(text: str) -> str:
            return style(text.replace(FONTS, ""))

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(HOST).partition("?")[0]
            data = self.files.get(path)
            if data is None:
                route.fulfill(status=404, body="")
                return
            kind = KINDS.get(path.rpartition(".")[2], "text/html")
            body = drawn(data.decode()).encode() if path.endswith(".css") else data
            route.fulfill(body=body, content_type=kind)

        def changed(route: Route) -> None:
            found = route.fetch()
            route.fulfill(response=found, body=drawn(found.text()))

        page.add_init_script(STREAM)
        page.route("**/*.css", changed)
        page.route(f"{HOST}**", answer)

    def open(self, page: Page, name: str) -> None:
        """Open one of the pages and bring it into its state."""
        shown = self.shown[name]
        page.goto(shown.path if "://" in shown.path else HOST + shown.path)
        shown.prepare(page)


@contextmanager
def twelve(folder: Path) -> Iterator[Pages]:
    """Make the pages in an empty folder."""
    with ExitStack() as opened:
        opened.enter_context(chdir(folder))  # pages name the file of results
        path = played(Path("class.db"))
        store = opened.enter_context(Store.open(path, writing=False))
        files = {**site(store, path), **final(store, path), **games(store, path)}
        bot = next(one for one in files if one.startswith("site/bot/heron"))
        source = Ladder(str(path), opened.enter_context(Store.open(path, writing=False)), {TOKEN: "heron"})
        files |= {f"live/{name}": data for name, data in source.render().items()}
        newest = source.newest()
        assert newest
        files["live/tv"] = b""
        private = {f"game/{newest}.html": source.game(newest, tv=True), "me/a/": source.own(TOKEN)}
        for place, page in private.items():
            assert page
            files[f"live/{place}"] = page.encode()
        files["live/me/b/"] = handed_in(Path("desk"), opened).encode()
        table = Table("kaiser", seed=3, deals=1)
        seat = opened.enter_context(served(table, names=("you", "ada", "bert", "cleo")))
        yield Pages(
            files,
            {
                "ladder": Shown("site/index.html"),
                "bot": Shown(bot),
                "games": Shown("site/games.html"),
                "review": Shown(bot, at("Where it loses")),
                "bracket": Shown("final/index.html"),
                "replay": Shown("game/1.html", in_the_middle),
                "traveller": Shown("game/1.html", at("The same cards in other rooms", "#do-next")),
                "live": Shown("live/index.html", lambda page: page.get_by_text("games/s").wait_for()),
                "tv": Shown(f"live/game/{newest}.html?tv=1", on_tv),
                "me": Shown("live/me/a/"),
                "hand-in": Shown("live/me/b/"),
                "seat": Shown(seat.page.address, at_the_seat),
            },
        )


STREAM = """if (location.port === "9") window.EventSource = class extends EventTarget {
  constructor() {
    super();
    const run = { planned: 80, done: 56, open: 2, running: true, pace: 3.5, left: "7 s", benched: {} };
    setTimeout(() => this.dispatchEvent(new MessageEvent("run", { data: JSON.stringify(run) })));
  }
  close() {}
};"""
"""In the place of the stream of a server: what a run says of itself."""


TO_THE_TOP = """async (element) => {
    for (let time = 0; time < 3; time++) {
        element.scrollIntoView();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
}"""
"""Scrolls again when what stands above has got its size."""


def at(heading: str, ready: str = "h1") -> Callable[[Page], None]:
    """Return what brings a heading to the top of the screen, once something else is there."""

    def prepare(page: Page) -> None:
        page.locator(ready).wait_for()
        page.get_by_role("heading", name=heading).evaluate(TO_THE_TOP)

    return prepare


def in_the_middle(page: Page) -> None:
    """Go on to the middle of a trick."""
    page.locator("#do-next").wait_for()
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")


def on_tv(page: Page) -> None:
    """Stop the game that plays by itself in the middle of a trick."""
    page.locator(".tv-standing tbody tr").first.wait_for()
    if page.get_attribute("#do-play", "aria-pressed") == "true":
        page.keyboard.press(" ")
    page.keyboard.press("Home")
    in_the_middle(page)


def at_the_seat(page: Page) -> None:
    """Answer until two cards lie before the seat; another size of the screen finds it there."""
    page.wait_for_selector("#asked.mine")
    page.select_option("#pace", "0")
    for _ in range(ANSWERS):
        page.wait_for_selector("#asked.mine")
        cards, now = page.locator("#table .live button"), page.get_attribute("#asked", "data-n")
        if cards.count() and page.locator(".trick li").count() > 1:
            return
        if cards.count():
            cards.first.click(position=Position(x=6, y=14))
        else:
            page.locator("#words button").first.click()
        page.wait_for_selector(f"#asked:not([data-n='{now}'])")


def site(store: Store, path: Path) -> dict[str, bytes]:
    """Return the files of a site whose bots were reviewed."""
    memory = Memory()
    with memory.packed(RESULTS) as export:
        found = site_of(store, str(path), "", export)
    build(replace(found, title="The class of autumn", judged=[*judged()], ladder="class.toml"), store, memory)
    return {f"site/{name}": data for name, data in memory.files.items()}


def final(store: Store, path: Path) -> dict[str, bytes]:
    """Return the files of the site of a knock-out."""
    cup = event([f"{name}@{place + 1:x}" for place, name in enumerate(NAMES)], kind="knock-out")
    agenda, ledger = Agenda([cup], "shared"), Ledger()
    while missing := agenda.missing(ledger.scores):
        ledger.play(missing, always_the_first)
    rounds = [rounds_of(report) for report in reports(Agenda([cup], "shared"), ledger.scores)]
    memory = Memory()
    with memory.packed(RESULTS) as export:
        found = site_of(store, str(path), "", export)
    build(replace(found, title="The final", ladders=[replace(found.ladders[0], rounds=rounds)]), store, memory)
    return {f"final/{name}": data for name, data in memory.files.items()}


def games(store: Store, path: Path) -> dict[str, bytes]:
    """Return the page of a game with another room of its set, and its files."""
    names = {bot.id: bot.name for bot in BOTS}
    last = next(game for game in plan() if not is_lost(game))
    room = stored_room(store, last, names, save=True)
    rooms: Sequence[Room] = other_rooms(store, last, names)
    named = {"index": "Ladder", "pairs": "Who beats whom", "games": "Games"}
    links = [Link(f"site/{to}.html", said) for to, said in named.items()]
    shown = game_page(
        room,
        rooms,
        ladder=path.name,
        contest=last.contest,
        record=store.record(last.id),
        whole=False,
        up="../",
        header=Header(links, "The class of autumn"),
        scripts=["lists.js"],
    )
    files = {asset(name).path: asset(name).data for name in ("arena.css", "lists.js", *SCRIPTS, *STYLES)}
    return {**files, "game/1.html": shown.encode()}


def plan() -> list[PlannedGame]:
    """Return the games: a round-robin."""
    pairs = combinations([bot.id for bot in BOTS], 2)
    return [game for pair in pairs for game in games_of(CONTEST.label, pair, range(1, SETS + 1), "autumn", "shared")]


def is_lost(game: PlannedGame) -> bool:
    """Return whether the bot of the first side crashes in a game."""
    return Random(game.id).random() < 0.06


def played(path: Path) -> Path:
    """Play them: better bots play their best cards more often."""
    with Store.open(path, writing=True) as store:
        store.start_run("autumn", {"move_ms": "1000", REPRODUCIBLE: "yes"})
        key, all_ = store.season().key, plan()
        store.plan(BOTS, all_)
        for game in all_:
            store.begin(game.id)
            store.finish(ended(game, key))
        store.end_run()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE runs SET started = ?, ended = ?", (WHEN, WHEN))
        db.execute("UPDATE seasons SET opened = ?", (WHEN,))
    return path


def ended(game: PlannedGame, key: str) -> GameEnded:
    """The end of a game. The better a bot is, the more often it gives the first legal answer and not any."""
    position, rng = play_game(kaiser.GAME, OPTIONS, keyed(key, game.chance)), Random(game.id)
    skill = [1.0 - [bot.id for bot in BOTS].index(side) / len(BOTS) for side in game.sides]
    while position.ask is not None and not (is_lost(game) and len(position.answers) == CRASHES):
        legal, meek = position.ask.legal, rng.random() < skill[position.ask.seat % 2]
        position.play(legal[0] if meek else rng.choice(legal))
    result = position.result or Result((2, 1), (), "forfeit")
    opening = record.opening(game.id, kaiser.GAME, "standard", OPTIONS, ClockSettings(), names=game.sides * 2)
    text = "".join((write_line(opening), *map(record.line, position.log), write_line(record.ending(game.id, result))))
    if position.result:
        return GameEnded(game.id, Outcome(result, (), {}, text))
    fault = Fault(0, "CRASH", "exit 1")
    said = Failure(fault, b"Traceback (most recent call last):\nZeroDivisionError\n", b"", b"")
    return GameEnded(game.id, Outcome(result, (fault,), {}, text), (said,))


def judged() -> Iterator[Judged]:
    """Yield what judges could have said of one bot's decisions."""
    bot, rng = BOTS[2].id, Random(7)
    mine = [game for game in plan() if bot in game.sides and not is_lost(game)]
    for number in range(40):
        game = mine[number % len(mine)]
        kind, role = rng.choice((("bid", "-"), ("play", "contract"), ("play", "defense"), ("trump", "contract")))
        regrets = rng.choice((0.0, 0.1, 0.4)), rng.choice((0.0, 0.2, 0.8))
        word, best, contract = rng.choice((("7", "pass", "-"), ("KS", "AS", "7"), ("5H", "QH", "8no")))
        where = (
            1 + number % 2,
            rng.randrange(30),
            kind,
            role,
            contract,
            word,
            best,
            regrets,
            sum(regrets),
            regrets[0] > 0,
        )
        yield Judged(game.id, game.contest, game.chance, bot, number, *where, "    hand: S A K | H 7 5 | D Q | C T 9")


def handed_in(folder: Path, opened: ExitStack) -> str:
    """Return the page of somebody whose last bot was refused."""
    folder.mkdir()
    desk = test_hand_in.Page(folder, opened)
    said = "it does not start: exit 1\n\nSyntaxError: invalid syntax (bot.py, line 3)\n\nWhat to do: start it by hand."
    desk.desk.keep_answer("ann", Answer(WHEN, "refused", said))
    desk.source.render()  # as a server does first
    page = desk.source.own(test_hand_in.ANN)
    assert page
    return page
