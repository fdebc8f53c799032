"""The page of a game as text: what is in it, and what is not. tests/web looks at it in a browser."""

import json
import re
import subprocess
from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from typing import Any
from zlib import decompress

import pytest

from arena.replay.frames import ALL, AS_ALL, WITHOUT_HANDS, Frame, Replay, replay_of
from arena.replay.steps import marks, steps
from arena.table.answer_times import code_of
from arena.table.stderr import Written, coded
from arena.web.page import asset
from arena.web.replay import SCRIPTS, Room, game_page
from tests.arena.cli.test_hostile_texts import BYTES, DANGEROUS, TEXTS
from tests.arena.replay.test_frames import FIRST, KEY, LABEL, recorded, replayed


def page_of(replay: Replay, *others: Replay, **more: object) -> str:
    rooms = [Room(f"1.{number}", other) for number, other in enumerate(others, 2)]
    contest = f"{replay.game.name}:{replay.preset}"
    given = {"ladder": "mine.toml", "contest": contest, "record": "the record\n"} | more
    return game_page(Room("1.1", replay), rooms, **given)  # type: ignore[arg-type]


class Elements(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def data_of(text: str) -> dict[str, object]:
    [found] = re.findall(r'<script type="application/json" id="film">(.*?)</script>', text, re.DOTALL)
    data: dict[str, object] = json.loads(found)
    return data


@pytest.mark.broad
@pytest.mark.parametrize(("name", "preset"), FIRST)
def test_the_page_holds_the_film_its_steps_and_the_pack(name: str, preset: str) -> None:
    replay = replayed(name, preset)
    text = page_of(replay)
    data = data_of(text)

    assert {key: data[key] for key in replay.data()} == json.loads(json.dumps(replay.data()))
    assert data["steps"] == [list(step) for step in steps(replay)]
    assert data["pack"] == list(replay.game.pack(replay.game.presets[preset]))
    assert data["record"] == "the record\n"
    assert text == page_of(replay), "the same game gives the same page"


PACKED = re.compile(r'id="film" data-packed>(.*?)</script>')
READ = """
(async () => {
  for (const text of require("fs").readFileSync(0, "utf8").trim().split("\\n")) {
    console.log(JSON.stringify(await ArenaFilm.read({ textContent: text, hasAttribute: () => true })));
  }
})();
"""
"""Reads packed replays, one in each line, and prints them as JSON."""


def written_out(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a page, with every frame of every view written out."""
    full = data["views"][ALL]
    without = [{name: value for name, value in frame.items() if name not in {"p", "ms", "l"}} for frame in full]
    hands = [{"c": {place: len(cards.split()) for place, cards in frame.get("p", {}).items()}} for frame in full]
    views = {
        name: [
            full[at] if told == AS_ALL else {**(without[at] if told == WITHOUT_HANDS else told), **hands[at]}
            for at, told in enumerate(view)
        ]
        for name, view in data["views"].items()
        if name != ALL
    }
    return {**data, "views": {ALL: full, **views}}


def packs() -> list[tuple[str, str]]:
    """The data of pages, packed, and the same as JSON."""
    cases = [(replayed(*each), recorded(*each)) for each in FIRST]
    kaiser, text = cases[[name for name, _ in FIRST].index("kaiser")]
    cases += [
        (replay_of(text, LABEL, KEY, answer_times=bytes(map(code_of, range(1, 151)))), text),
        (replay_of(text, LABEL, KEY, answer_times=bytes([code_of(12.0), 0, code_of(3400.0)])), text),
        (kaiser, text.replace("did 1 ", "clock 100\ndid 1 ")),
        (kaiser, "another record\n"),
        (replace(kaiser, views={view: frames[::-1] for view, frames in kaiser.views.items()}), text),
    ]
    found = []
    for replay, record in cases:
        [packed] = PACKED.findall(page_of(replay, whole=False, record=record))
        found.append((packed, json.dumps(data_of(page_of(replay, record=record)))))
    return found


@pytest.mark.slow
@pytest.mark.needs("node")
def test_the_script_writes_out_what_a_packed_page_leaves_out() -> None:
    cases = packs()
    program = asset("film.js").data.decode() + READ
    given = "\n".join(packed for packed, _ in cases)
    printed = subprocess.run(["node", "-e", program], input=given, capture_output=True, text=True, check=True).stdout
    for line, (_, data) in zip(printed.splitlines(), cases, strict=True):
        assert json.loads(line) == written_out(json.loads(data))


def test_a_packed_page_has_the_lines_of_its_record_only_once() -> None:
    replay, text = replayed("kaiser", "standard"), recorded("kaiser", "standard")
    [packed] = PACKED.findall(page_of(replay, whole=False, record=text))
    data = json.loads(decompress(b64decode(packed)))
    assert not [frame for frame in data["views"][ALL] if "x" in frame]
    assert data["record"] == text


def test_a_page_of_one_file_loads_nothing_and_runs_only_its_own_scripts() -> None:
    text = page_of(replayed("kaiser", "standard"), replayed("kaiser", "standard"))
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="(.*?)"', text)
    for script in SCRIPTS:
        assert b64encode(sha256(asset(script).data).digest()).decode() in unescape(policy)
    assert "default-src 'none'" in unescape(policy)
    assert "unsafe" not in policy
    assert not re.search(r'\b(?:src|href)="(?!#|data:,)', text)
    assert "style=" not in text


def test_a_page_of_a_site_has_its_style_and_scripts_beside_it() -> None:
    text = page_of(replayed("kaiser", "standard"), whole=False, up="../")
    assert re.findall(r'<script defer src="(.*?)"', text) == [f"../{asset(script).path}" for script in SCRIPTS]
    assert "ArenaTable = " not in text


def test_it_tells_how_to_feed_the_game_to_a_bot() -> None:
    replay = replayed("two-hundred", "two-player")
    data = data_of(page_of(replay, ladder="my ladder.toml"))
    assert data["commands"] == {
        str(seat): f"arena record 'my ladder.toml' G1 --seat {seat} | ./bot" for seat in (0, 1)
    }, "a seat that another one answers for is no bot"


def test_what_bots_wrote_to_standard_error_is_shown_only_if_it_is_given() -> None:
    replay = replayed("kaiser", "standard")
    assert "wrote to standard error" not in page_of(replay, whole=False)
    text = page_of(replay, stderr={2: Written(b"<b>thinking</b>\n\x1b[2J")})
    assert "What the bot in seat 2 wrote to standard error" in text
    assert "&lt;b&gt;thinking&lt;/b&gt;\n\\x1b[2J" in text


def cut(text: bytes) -> Written:
    """A text in four pieces: of before the game, of two decisions, and of the last one."""
    third = len(text) // 3
    return Written(text, coded([(0, 1), (1, third), (4, 2 * third)]))


def test_what_bots_wrote_leads_to_the_step_of_its_decision() -> None:
    replay = replayed("kaiser", "standard")
    its = steps(replay)
    at = [replay.decisions[2][decision - 1] for decision in (1, 4)] + [replay.decisions[2][-1]]
    expected = [next(number for number, step in enumerate(its) if step.end >= frame) for frame in at]
    text = page_of(replay, stderr={2: cut(b"xaabbbccc")})
    found = re.findall(r'<pre class="wrap" data-seat="2" data-step="(\d+)">\n(.*?)</pre>', text)
    assert found == [(str(step), words) for step, words in zip(expected, ("aa", "bbb", "ccc"), strict=True)]
    assert re.findall(r'<pre class="wrap">\n(.*?)</pre>', text) == ["x"]
    for step in expected:
        _, deal, card = its[step]
        assert f'<a href="#G1&amp;deal={deal}&amp;card={card}">deal {deal}, card {card}</a>' in text


def test_what_a_bot_wrote_last_stands_at_its_fault() -> None:
    replay = replayed("kaiser", "standard")
    fault = Frame("note fault 2 CRASH", "fault")
    failed = replace(replay, views={view: [*frames[:-1], fault, frames[-1]] for view, frames in replay.views.items()})
    end = str(marks(failed, steps(failed)).fault[0])
    found = r'<pre class="wrap" data-seat="2" data-step="(\d+)"( hidden)?>\n(.*?)</pre>'
    marked = Written(b"earlier, now", coded([(0, 0), (1, 9), (2, 9)]))
    assert re.findall(found, page_of(failed, stderr={2: marked}))[1:] == [
        (
            str(next(number for number, step in enumerate(steps(replay)) if step.end >= replay.decisions[2][1])),
            " hidden",
            "[... left out ...]",
        ),
        (end, "", "now"),
    ]
    assert re.findall(found, page_of(failed, stderr={2: Written(b"all of it")})) == [(end, "", "all of it")]
    assert not re.findall(found, page_of(replay, stderr={2: Written(b"all of it")})), "nobody knows of which decision"


def test_what_strangers_wrote_becomes_no_element_and_no_mark() -> None:
    replay = replayed("two-hundred", "six-two-teams")
    texts = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "--><!--", *TEXTS]
    for start in range(0, len(texts), 6):
        some = [*texts[start : start + 6], *texts][:6]
        talk = [Frame(f"say 0 {text}", "say") for text in some]
        before = [Frame(f"say 0 {number}", "say") for number in range(6)]
        said, silent = (
            {view: [*frames[:9], *more, *frames[9:]] for view, frames in replay.views.items()}
            for more in (talk, before)
        )
        hostile = replace(replay, names=tuple(some), views=said)
        text = page_of(hostile, hostile, stderr={0: cut(BYTES), 1: cut("\n".join(some).encode())})
        plain = page_of(replace(replay, views=silent), replay, stderr={0: cut(b"plain words"), 1: cut(b"plain words")})

        assert [tag for tag, _ in Elements(text).found] == [tag for tag, _ in Elements(plain).found]
        data = data_of(text)
        assert isinstance(data["views"], dict)
        assert [frame["x"] for frame in data["views"][ALL][9:15]] == [frame.line for frame in talk]
        shown = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)
        assert not DANGEROUS.search(unescape(shown))


def test_the_deals_stand_there_as_text() -> None:
    text = page_of(replayed("kaiser", "standard"))
    assert text.count("<pre") == len({frame.deal for frame in replayed("kaiser", "standard").frames} - {0}) + 1
    assert "Score sheet" in text
    assert recorded("kaiser", "standard") not in text


def test_rooms_stand_side_by_side_with_the_card_at_which_they_part() -> None:
    replay = replayed("kaiser", "standard")
    at = next(at for at, frame in enumerate(replay.frames) if frame.kind == "play")
    line = replay.frames[at].line
    frames = [*replay.frames[:at], replay.frames[at]._replace(line=f"{line[:-2]}XX"), *replay.frames[at + 1 :]]
    other = replace(replay, id="G2", names=("a", "b", "a", "b"), views={ALL: frames})
    text = page_of(replay, other)
    card = next(step.card for step in steps(replay) if step.end >= at)

    assert "<bdi>a</bdi> \u2013 <bdi>b</bdi>" in text
    [link] = re.findall(r'<a href="(#G1.*?)">parts at card (\d+)</a>', text)
    assert (unescape(link[0]), link[1]) == (f"#G1&deal=1&card={card}", str(card))
    assert f"here {line.removeprefix('did ')}, there {line[:-2].removeprefix('did ')}XX" in text
    assert text.count("as here") == len({frame.deal for frame in replay.frames} - {0, 1})
    assert "other rooms" not in page_of(replay)
