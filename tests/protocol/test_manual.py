"""SPEC.md says what the code does: its generated parts, its grammar, its examples, its headings."""

from __future__ import annotations

import json
import re
from functools import partial

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import bot_seeds
from arena.data import data
from arena.games.catalogue import GAMES
from arena.protocol import (
    ARENA,
    BOT,
    LIMIT,
    LINE,
    PACKED,
    SESSION,
    ArenaFault,
    BotFault,
    Game,
    Message,
    Session,
    Side,
    write_line,
)
from arena.protocol.grammar import FORM, FORMS
from arena.protocol.line import parse
from arena.settings.clock import ClockSettings
from arena.table import record
from tests.protocol import spec_tables
from tests.protocol.abnf import expression, rules
from tests.protocol.examples import any_message, ids, sender_of, steady

PAGE = (data("protocol") / "SPEC.md").read_text(encoding="utf-8")
RULES = rules(re.findall(r"```abnf\n(.*?)```", PAGE, re.DOTALL)[0])
GRAMMAR: dict[Side, re.Pattern[str]] = {
    ARENA: re.compile(expression(RULES, "arena-line")),
    BOT: re.compile(expression(RULES, "bot-line")),
}
FEW = RULES | {"graph": "%x21-7E / %xC0-FF"}
"""The grammar with fewer letters, from which lines can be made quickly."""
PREFACE = PAGE.partition("## Worked sessions")[0]
EXAMPLES = re.findall(r"^([AB])> (.*)$", PAGE, re.MULTILINE)
ARRAYS = re.findall(r"^\[.*\]$", PAGE, re.MULTILINE)


def is_message(line: str, sender: Side) -> bool:
    try:
        parse(line.encode(errors="surrogatepass"), sender)
    except (BotFault, ArenaFault):
        return False
    return True


def is_excluded(line: str) -> bool:
    """Whether a line of the ABNF is refused by what SPEC.md adds in words: reserved words, empty texts, repetitions."""
    words = line.split(" ")
    keys = [word.partition("=")[0] for word in words]
    return bool({"-", "bot", ""} & set(words)) or len(set(words)) < len(words) or len(set(keys)) < len(keys)


def test_the_generated_parts_are_current() -> None:
    assert spec_tables.filled(PAGE) == PAGE, "stale: run `make docs` and read the diff"


def test_generated_parts_are_replaced_and_the_rest_is_kept() -> None:
    stale = PAGE.replace("| watching | arena | ask | asked |\n", "").replace(f"{LIMIT:,} bytes |", "any |")
    assert stale != PAGE
    assert spec_tables.filled(stale) == PAGE


def test_the_grammar_has_a_rule_for_every_verb_and_no_other() -> None:
    spoken = {name: re.match(r'%s"([a-z]+)"', body) for name, body in RULES.items()}
    verbs = {name: verb[1] for name, verb in spoken.items() if verb}
    assert verbs == {form.verb: form.verb for form in FORMS if form.verb != "answer"}
    assert "answer" in RULES


def test_the_grammar_gives_an_id_to_the_messages_of_a_game() -> None:
    with_id = re.findall(r"\[table\] \(?([a-z/ ]+)", f"{RULES['arena-line']} {RULES['bot-line']}")
    assert set(re.findall(r"[a-z]+", " ".join(with_id))) == {form.verb for form in FORMS if form.in_game}


@pytest.mark.parametrize("sender", [ARENA, BOT])
@steady
@given(data=st.data())
def test_what_the_grammar_makes_is_a_message(sender: Side, data: st.DataObject) -> None:
    line = data.draw(st.from_regex(expression(FEW, f"{sender}-line"), fullmatch=True))
    assert is_message(line, sender) or is_excluded(line)


@steady
@given(message=any_message, table=st.none() | ids)
def test_what_is_written_is_of_the_grammar(message: Message, table: str | None) -> None:
    form = FORM[type(message)]
    line = LINE.encode(message, table if form.in_game else None).decode().removesuffix("\n")
    assert GRAMMAR[form.sender].fullmatch(line)


@steady
@given(data=st.data())
def test_the_grammar_and_the_parser_agree_on_damaged_lines(data: st.DataObject) -> None:
    message = data.draw(any_message)
    sender = sender_of(message)
    line = LINE.encode(message, None).decode().removesuffix("\n")
    place = data.draw(st.integers(0, len(line)))
    inserted = data.draw(
        st.sampled_from(["", " ", "  ", "@", "@G1 ", "-", "=", " -", "0", "\t", "\u2028", "\ud800", "\xa0", "x" * 64])
    )
    damaged = line[:place] + inserted + line[place + data.draw(st.integers(0, 2)) :]
    if is_message(damaged, sender):
        assert GRAMMAR[sender].fullmatch(damaged)
    elif GRAMMAR[sender].fullmatch(damaged):
        assert is_excluded(damaged)


def test_every_message_has_a_section_in_the_order_of_the_table() -> None:
    assert re.findall(r"^### `(.*)`$", PREFACE, re.MULTILINE) == [form.usage for form in FORMS]


@pytest.mark.broad
@pytest.mark.parametrize(("who", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_every_example_is_a_message(who: str, line: str) -> None:
    table, message = parse(line.encode(), ARENA if who == "A" else BOT)
    assert LINE.encode(message, table).decode() == f"{line}\n"


def test_every_message_has_an_example() -> None:
    said = {type(parse(line.encode(), ARENA if who == "A" else BOT)[1]) for who, line in EXAMPLES}
    assert said == set(FORM)


@pytest.mark.parametrize("text", ARRAYS)
def test_every_array_is_a_message(text: str) -> None:
    array = json.loads(text)
    raw = msgpack.packb(array)
    sender: Side = BOT if "answer" in text else ARENA
    table, message = PACKED.parse(raw, sender)
    assert PACKED.encode(message, table)[4:] == raw


def test_the_first_conversation_is_one() -> None:
    first = re.findall(r"```\n(A> arena.*?)```", PAGE, re.DOTALL)[0]
    sessions: dict[str, Session] = {"A": Session(ARENA), "B": Session(BOT)}
    for who, line in re.findall(r"^([AB])> (.*)$", first, re.MULTILINE):
        hearer = sessions["B" if who == "A" else "A"]
        [(table, message)] = hearer.receive(f"{line}\n".encode())
        assert sessions[who].send(message, table).decode() == f"{line}\n"


def test_the_diagram_shows_every_state_and_every_message() -> None:
    diagram = PAGE.partition("<!-- diagram -->")[2].partition("<!-- /diagram -->")[0]
    for state, _, message in SESSION:
        assert re.search(rf"\b{state}\b", diagram)
        assert re.search(rf"\b{FORM[message].verb}\b", diagram)


def test_the_game_line_of_a_record_has_the_keys_that_the_page_names() -> None:
    records = PAGE.partition("## Records")[2].partition("\n## ")[0]
    pairs = re.findall(r"no\s+`(\w+)`, but `(\w+)`", records)
    assert pairs == [("seat", "names"), ("seed", "seeds")]
    game = GAMES["kaiser"]
    opening = partial(record.opening, "G1", game, "standard", game.options(), ClockSettings())
    seeds = bot_seeds("key", "game", 4)
    of_record = opening(names=("ann", "bob", "cid", "dee"), seeds=seeds).settings
    of_seat = opening(seat=1, seeds=seeds).settings
    assert of_record.keys() ^ of_seat.keys() == {key for pair in pairs for key in pair}
    assert (of_seat["seat"], of_record["names"]) == ("1", "ann,bob,cid,dee")
    assert of_record["seeds"].split(",")[1] == of_seat["seed"] == seeds[1]
    assert opening(seat=1).settings.keys() == of_seat.keys() - {"seed"}


def test_names_of_any_script_are_in_records_and_all_other_settings_are_ascii() -> None:
    game = GAMES["kaiser"]
    names = ("Иван@1a2b3c4d", "山田@1a2b3c4d", "=ẞ@1a2b3c4d", "ann@1a2b3c4d")
    line = write_line(record.opening("G1", game, "standard", game.options(), ClockSettings(), names=names))
    (read,) = record.parse(line)

    assert isinstance(read, Game)
    assert read.settings["names"].split(",") == [*names]
    assert write_line(read) == line
    for wrong in ("a b", "a\u2028b", "a\x85b", "a\u00a0b", "", "x" * 513):
        with pytest.raises(ArenaFault):
            write_line(Game("G1", "kaiser", {"names": wrong}))
    for where in ("preset", "name", "seeds"):
        with pytest.raises(ArenaFault):
            write_line(Game("G1", "kaiser", {where: "Иван", "names": "Иван"}))
        with pytest.raises(ArenaFault):
            record.parse(f"game G1 kaiser names=Иван {where}=Иван\n")


def test_the_limits_in_the_text_are_the_limits() -> None:
    assert f"A line has at most {LIMIT:,} bytes" in PAGE
