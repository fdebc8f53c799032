"""What programs import: `import arena` costs nothing, and every name of it is there and explained."""

import subprocess
import sys

import pytest

import arena

HEAVY = ("numpy", "pydantic", "rich", "sqlite3", "trio", "arena.app", "arena.games", "arena.store")


def test_it_loads_nothing_before_a_name_is_used() -> None:
    code = "import arena, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert "arena" in loaded
    assert not {name for name in loaded for heavy in HEAVY if name == heavy or name.startswith(f"{heavy}.")}


@pytest.mark.parametrize("name", arena.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert name in dir(arena)
    assert getattr(arena, name) is not None


def test_a_name_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'whist'"):
        arena.whist  # noqa: B018 # type: ignore[attr-defined]


def test_the_package_of_games_is_a_mapping_of_games() -> None:
    assert arena.games["kaiser"].name == "kaiser"
    assert len(arena.games) == len([*arena.games]) == len(arena.games.values())
    assert "kaiser" in arena.games
    assert "whist" not in arena.games
    assert hash(arena.games)
    assert arena.games == arena.games
