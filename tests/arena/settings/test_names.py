import subprocess
import sys

import pytest

from arena.settings.names import is_name, name_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my bot@2", "my-bot-2"),
        ("Zoë Ångström", "Zoë-Ångström"),
        ("Zoe\u0308", "Zoë"),
        ("日本", "日本"),
        ("Пётр", "Пётр"),
        ("λ-bot", "λ-bot"),
        ("x" * 40, "x" * 32),
        ("a,b", "a-b"),
        ("a\u202eb\u200bc\u3164d\x1be", "a-b-c-d-e"),
        ("o\uff20p", "o-p"),
        ("\uff41nn", "ann"),
        ("\u0430nn", "-nn"),
        ("e" + "\u0335" * 5, "e" + "\u0335" * 4 + "-"),
        ("\udcff", "-"),
        ("🃏", "-"),
    ],
)
def test_names_of_files_become_names_that_show_what_they_are(text: str, name: str) -> None:
    assert name_of(text) == name
    assert is_name(name)
    assert is_name(text) == (text == name)


def test_no_name_is_empty() -> None:
    assert not is_name("")


def test_names_of_files_are_utf_8_in_every_locale() -> None:
    """Where the locale is another one, Python reads the names of files in its encoding."""
    name = "Иван"
    code = f"import os; from arena.settings.names import name_of; print(ascii(name_of(os.fsdecode({name.encode()!r}))))"
    ran = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code],
        env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert ran.stdout.strip() == ascii(name)
