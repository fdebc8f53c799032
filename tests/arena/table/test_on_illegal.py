"""Illegal answers that are no faults: asked again, or the first legal word instead."""

import pytest

from arena import protocol
from arena.games.kernel.position import play_game
from arena.settings.clock import OnIllegal
from arena.table.record import parse, play_again, words
from arena.table.stderr import Written, pieces
from tests.arena.fakes import Bot, MemoryProcess, Wire, last_word, one_game, play_one, seated, setup


def wrong(times: int, word: str = "ZZ") -> Bot:
    """A bot that answers each question so many times with a word that was not offered, then with the last one."""

    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        question, said = "", 0
        while True:
            line = await wire.line()
            if not line.startswith("ask "):
                question = ""
                continue
            said = said + 1 if line == question else 0
            question = line
            await wire.say(f"{word if said < times else line.split()[-1]}\n")

    return bot


async def test_who_is_asked_again_plays_the_game_that_it_would_have_played() -> None:
    at = setup()
    plain, again = await one_game({2: last_word}, at), await one_game({2: wrong(2)}, at, "retry 2")
    asked = plain.uses[2].decisions

    assert (again.result, again.faults) == (plain.result, ())
    assert again.record.replace("note illegal 2 ZZ\n", "") == plain.record
    assert again.record.count("note illegal 2 ZZ\n") == again.uses[2].illegal == 2 * asked
    assert again.uses[2].decisions == asked
    assert len(again.answer_times) == len(plain.answer_times)
    assert words(parse(again.record)) == words(parse(plain.record))


async def test_who_is_asked_often_enough_has_a_fault() -> None:
    outcome = await one_game({2: wrong(3)}, on_illegal="retry 2")
    (found,) = outcome.faults

    assert (found.seat, found.kind) == (2, "ILLEGAL")
    assert found.text == "ZZ is not one of the legal words, after 2 retries"
    assert outcome.uses[2].illegal == 3
    assert outcome.result.places == (2, 1)


async def test_the_first_legal_word_is_played_instead() -> None:
    at = setup()
    outcome = await one_game({2: wrong(1)}, at, "first")
    again = play_game(at.game, at.options, at.chance)
    play_again(again, parse(outcome.record))

    assert outcome.faults == ()
    assert again.result == outcome.result
    assert outcome.uses[2].illegal == outcome.uses[2].decisions > 0


async def test_a_bot_that_speaks_msgpack_is_asked_again_too() -> None:
    async def bot(wire: Wire) -> None:
        session, before = protocol.Session(protocol.BOT, offered_only=False), None
        await wire.say(session.send(protocol.Bot("m", "1", {"codec": "msgpack"})))
        while True:
            async with wire.changed:
                while not wire.inbox:
                    await wire.changed.wait()
            data = bytes(wire.inbox)
            wire.inbox.clear()
            for _, said in session.receive(data):
                if isinstance(said, protocol.Ask):
                    word, before = ("ZZ", said) if said is not before and said != before else (said.words[-1], None)
                    await wire.say(session.send(protocol.Answer(word)))

    outcome = await one_game({1: bot}, on_illegal="retry 1")
    assert (outcome.faults, outcome.uses[1].illegal) == ((), outcome.uses[1].decisions)


async def test_what_a_bot_writes_before_it_is_asked_again_belongs_to_the_same_decision() -> None:
    found = MemoryProcess(Wire()).stderr
    found.begin(0)
    for decisions, text in ((0, b""), (0, b"wrong "), (1, b"right "), (2, b"next ")):
        found.add(text)
        found.mark(decisions)
    written: Written = found.take()
    assert [(each.decision, each.text) for each in pieces(written)] == [(1, b"wrong right "), (2, b"next ")]


@pytest.mark.parametrize("words", ["retry", "retry 0", "retry 100", "last"])
def test_other_words_mean_nothing(words: str) -> None:
    with pytest.raises(ValueError, match=words):
        OnIllegal.of(words)


async def test_other_faults_stay_faults() -> None:
    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        while not (await wire.line()).startswith("ask "):
            pass
        await wire.say("two words of which none is a word\n\n")

    async with seated(dict.fromkeys(range(4), last_word) | {3: bot}, on_illegal="first") as players:
        outcome = await play_one(setup(), players)
    assert [fault.kind for fault in outcome.faults] == ["PROTOCOL"]
