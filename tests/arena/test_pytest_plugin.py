"""The pytest plugin from the view of a project that tests its bot."""

import subprocess
import sys
import tomllib

import pytest

from arena import escapes, protocol, ratings
from tests.commands import ROOT

pytest_plugins = ["pytester"]
KEPT = (escapes, ratings, protocol)
"""What has been loaded is not unloaded after a project's run; numpy cannot be loaded twice."""

BOT = """
import sys
print("bot mine 1", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        {answer}
"""
GOOD = "print(words[-1], flush=True)"
BAD = 'sys.stderr.write("I do not know\\n"); print("ZZ", flush=True)'


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with two bots, and a pytest with no plugin but ours."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for name, answer in (("good", GOOD), ("bad", BAD)):
        (pytester.mkdir(name) / "bot.py").write_text(BOT.format(answer=answer))
        (pytester.path / name / "bot.toml").write_text(f'command = ["{sys.executable}", "bot.py"]\n')
    return pytester


def run(project: pytest.Pytester, test: str, *words: str) -> pytest.RunResult:
    project.makepyfile(test)
    return project.runpytest_inprocess("-p", "arena.pytest_plugin", *words)


def test_it_is_installed_with_the_package() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert found["entry-points"]["pytest11"] == {"trickarena": "arena.pytest_plugin"}
    assert "pytest" in found["optional-dependencies"]
    assert not any("pytest" in line for line in found["dependencies"])


@pytest.mark.slow
def test_it_imports_next_to_nothing_unless_it_is_used() -> None:
    code = (
        "import pytest, sys; before = set(sys.modules); import arena.pytest_plugin; print(*set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    ours = {name for name in done.stdout.split() if not name.startswith(("importlib", "email", "zipfile", "csv"))}

    assert {name for name in ours if name.partition(".")[0] == "arena"} == {
        "arena",
        "arena.pytest_plugin",
    }
    assert not {name.partition(".")[0] for name in ours} & {"numpy", "trio", "click", "pydantic", "rich"}


def test_projects_that_do_not_use_it_may_call_their_own_fixture_arena(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
        import pytest

        @pytest.fixture
        def arena():
            return "theirs"

        def test_it(arena):
            assert arena == "theirs"
        """,
    )
    result.assert_outcomes(passed=1)


def test_its_options_are_explained(project: pytest.Pytester) -> None:
    result = run(project, "", "--help")

    result.stdout.fnmatch_lines(["bots for trick-taking card games:", "*--arena-rooms=N*", "*--arena-seed=TEXT*"])


def test_its_fixture_is_explained(project: pytest.Pytester) -> None:
    result = run(project, "", "--fixtures")

    result.stdout.fnmatch_lines(["arena -- *", "*Plays bots and asserts how they do*"])


@pytest.mark.slow
def test_the_fixture_plays_bots_from_the_rootdir_with_the_seed_that_is_named(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
        def test_it(arena, tmp_path):
            match = arena.play("scotch-whist:two target=11", ["good", "sample:random"], sets=1)
            assert match.seed == "other"
            assert arena.rooms == 1
            assert list(tmp_path.glob("*.db"))
        """,
        "--arena-seed=other",
        "--arena-rooms=1",
    )
    result.assert_outcomes(passed=1)


@pytest.mark.slow
def test_a_failure_tells_what_the_bot_was_sent_said_and_wrote(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
        def test_it(arena):
            arena.assert_plays_legally("bad", "scotch-whist:two target=11", sets=1)
        """,
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*AssertionError: bad does not play legally: it failed in 2 of 2 games",
            "*bad: ILLEGAL in G*: *",
            "*it was sent, at the end:",
            "*ask *",
            "*it said, at the end:",
            "*ZZ",
            "*stderr, at the end:",
            "*I do not know",
            "*the games: arena record *games-0.db",
        ]
    )
    assert "def assert_plays_legally" not in result.stdout.str()


@pytest.mark.slow
def test_a_failure_tells_the_statistics(project: pytest.Pytester) -> None:
    result = run(
        project,
        """
        def test_it(arena):
            arena.assert_not_worse("bad", "good", "scotch-whist:two target=11", elo=400)
        """,
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*AssertionError: worse: bad against good at scotch-whist:two target=11",
            "*LLR of the scores -*",
            "*deals by score: *",
            "*faults: bad ILLEGAL in * games; good none",
            "*again: assert_not_worse('bad', 'good', *",
            "*the games: arena record *",
        ]
    )
