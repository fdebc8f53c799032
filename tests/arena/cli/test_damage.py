"""Results with flipped bits: every command says what is damaged, and none shows a traceback."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from arena.cli.group import command_line
from arena.errors import UserError
from arena.store import Store
from arena.store.errors import journal_of
from tests.arena.store.examples import query
from tests.commands import arena


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of a real match."""
    path = tmp_path_factory.mktemp("sound") / "match.db"
    bots = ("sample:random", "sample:random")
    arena("match", "kaiser", *bots, "-n", "1", "-o", "max_deals=1", "--save", str(path))
    return path


def told(path: Path) -> tuple[str, int]:
    """Run every command that reads results; return what they said, and the exit status of `arena verify`."""
    said, status = "", 0
    for command in (["ladder"], ["record"], ["record", "--used"], ["verify"]):
        words = [command[0], str(path), *([game_of(path), "--used"] if command[1:] else [])]
        result = CliRunner().invoke(command_line, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        said, status = said + result.output, result.exit_code
    return said, status


def game_of(path: Path) -> str:
    try:
        with Store.open(path, writing=False) as store:
            return next(iter(store.done()), "G")
    except UserError:
        return "G"


def write(path: Path) -> None:
    """Do with results what `arena run` does, without games."""
    with Store.open(path, writing=True) as store:
        store.runs()
        store.start_run(None, {})
        store.columns()
        store.entrants()
        store.end_run()


def flipped(content: bytes, rng: Random) -> bytes:
    """Flip a bit, or three, in bytes that are not zero: those are free space."""
    changed = bytearray(content)
    used = [at for at, byte in enumerate(content) if byte]
    for _ in range(rng.choice((1, 1, 3))):
        changed[rng.choice(used)] ^= 1 << rng.randrange(8)
    return bytes(changed)


@pytest.mark.slow
@pytest.mark.parametrize("flips", [range(3), pytest.param(range(3, 75), marks=pytest.mark.thorough)])
def test_a_flipped_bit_is_no_traceback_and_hardly_ever_unnoticed(sound: Path, tmp_path: Path, flips: range) -> None:
    unnoticed = []
    for number in flips:
        rng = Random(number)
        path = tmp_path / f"{number}.db"
        database, journal = sound.read_bytes(), journal_of(sound).read_bytes()
        if number % 6:
            database = flipped(database, rng)
        else:
            journal = flipped(journal, rng)
        path.write_bytes(database)
        journal_of(path).write_bytes(journal)
        if told(path)[1] == 0:
            unnoticed.append(number)
        with suppress(UserError):  # nothing else
            write(path)
    assert len(unnoticed) <= len(flips) / 40, "the end of a run and the like, which are for people only"


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE runs SET settings = '{'",
        "UPDATE results SET extra = '[' WHERE number = 1",
        "UPDATE results SET uses = '{' WHERE number = 1",
        "UPDATE results SET faults = '[[1]]' WHERE number = 1",
        "UPDATE results SET conditions = '\x01' WHERE number = 1",
        "UPDATE results SET places = 'a,b' WHERE number = 1",
        "UPDATE results SET scores = '' WHERE number = 1",
        "UPDATE results SET times = x'00' WHERE number = 1",
        "UPDATE games SET sides = 'nobody' WHERE number = 1",
        "UPDATE games SET contest = 'no such game' WHERE number = 1",
        "UPDATE games SET chance = '' WHERE number = 1",
        "UPDATE records SET record = x'00'",
        "DELETE FROM entrants",
    ],
)
def test_a_value_that_cannot_be_read_is_no_traceback(sound: Path, tmp_path: Path, change: str) -> None:
    path = tmp_path / "changed.db"
    path.write_bytes(sound.read_bytes())
    journal_of(path).write_bytes(journal_of(sound).read_bytes())
    query(path, change)
    said, status = told(path)
    assert status != 0
    assert "arena verify" in said


@pytest.mark.slow
def test_an_edited_score_is_said_by_the_ladder(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "edited.db"
    path.write_bytes(sound.read_bytes())
    journal_of(path).write_bytes(journal_of(sound).read_bytes())
    assert "results were changed" not in CliRunner().invoke(command_line, ["ladder", str(path)]).output
    [[game]] = query(path, "SELECT id FROM results JOIN games ON games.number = game WHERE results.number = 1")
    query(path, "UPDATE results SET scores = '500,-500' WHERE number = 1")
    said = " ".join(CliRunner().invoke(command_line, ["ladder", str(path)]).output.split())
    assert f"results were changed after they were played: {game}; arena verify" in said
