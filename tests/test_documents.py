import re
import subprocess
from pathlib import Path

import pytest

from tests.generate import ROOT, documents

DOCUMENTS = list(documents())
PAGES = sorted(
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
)


@pytest.mark.parametrize(("path", "text"), DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path, _ in DOCUMENTS])
def test_generated_documents_are_current(path: Path, text: str) -> None:
    assert path.read_text() == text, "stale: run `make docs` and read the diff"


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert "://" in target or (page.parent / target).exists(), f"{page.name} links to {target}"
