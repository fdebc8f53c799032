"""The reader of workflow files, which tests/processes/test_regression_page.py relies on."""

import pytest

from tests.workflows import read

EXAMPLE = """
# a comment
name: "x y"
on: pull_request

env:
  LEVEL: -20 # why
steps:
  - uses: a/b@v4
    with:
      depth: 0

  - name: run it
    run: |
      first \\
        --more

      second # part of the text
"""


def test_mappings_sequences_and_block_scalars() -> None:
    assert read(EXAMPLE) == {
        "name": "x y",
        "on": "pull_request",
        "env": {"LEVEL": "-20"},
        "steps": [
            {"uses": "a/b@v4", "with": {"depth": "0"}},
            {"name": "run it", "run": "first \\\n  --more\n\nsecond # part of the text\n"},
        ],
    }


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\na: 2",
        "a:\nb: 1",
        "a: 1\n  b: 2",
        "a: [1]",
        "a: *x",
        "a: b: c",
        "a: 'b'",
        "\ta: 1",
        "plain",
        "a: |\n  x\n b",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line"):
        read(text)
