"""What a release needs says the same everywhere, and the page that the index shows leads somewhere."""

import re
import tomllib

import pytest
import yaml

from hatch_build import with_absolute_links
from tests.dist import MOST, too_large, version_of
from tests.tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSION = PROJECT["version"]


def test_the_newest_section_of_the_changelog_is_of_this_version() -> None:
    [first, *_] = re.findall(
        r"^## (\S+) \((?:not released|\d{4}-\d\d-\d\d)\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert first == VERSION


def test_the_citation_is_of_this_version_and_address() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (cited["version"], cited["repository-code"]) == (VERSION, PROJECT["urls"]["Homepage"])


def test_the_example_workflows_install_this_version() -> None:
    texts = [path.read_text() for path in (ROOT / "docs/examples").glob("*.yml")]
    assert {*re.findall(r"trickarena-([\d.]+)-", "".join(texts))} == {VERSION}


@pytest.mark.parametrize(
    ("text", "absolute"),
    [
        ("see [a](docs/a.md#b), [c](docs)", "see [a](H/blob/main/docs/a.md#b), [c](H/blob/main/docs)"),
        ("![A game](docs/g.png)", "![A game](H/raw/main/docs/g.png)"),
        ("[b](https://b.example/x) [c](#c)", "[b](https://b.example/x) [c](#c)"),
    ],
)
def test_links_lead_to_the_repository(text: str, absolute: str) -> None:
    assert with_absolute_links(text, "H") == absolute


def test_all_links_of_the_readme_are_changed() -> None:
    page = with_absolute_links((ROOT / "README.md").read_text(), PROJECT["urls"]["Homepage"])
    assert [target for target in re.findall(r"\]\(([^)]*)\)", page) if not target.startswith(("https://", "#"))] == []


def test_a_compiled_wheel_is_tried_with_the_python_that_it_is_for() -> None:
    names = ("cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64", "cp314-cp314-linux_x86_64", "py3-none-any")
    assert [version_of(f"trickarena-{VERSION}-{name}.whl") for name in names] == ["3.11", "3.14", None]
    assert version_of(f"trickarena-{VERSION}.tar.gz") is None


@pytest.mark.parametrize(("tag", "kind"), [("py3-none-any", "pure"), ("cp313-cp313-manylinux_2_28_x86_64", "compiled")])
def test_a_wheel_that_grew_too_large_is_named_with_its_size(tag: str, kind: str) -> None:
    name = f"trickarena-{VERSION}-{tag}.whl"
    assert too_large(name, MOST[kind]) is None
    assert (too_large(name, MOST[kind] + 1) or "").startswith(f"{name} has {MOST[kind] + 1:,} bytes, and may have")


def test_only_wheels_have_a_budget() -> None:
    assert too_large(f"trickarena-{VERSION}.tar.gz", 10 * MOST["compiled"]) is None
