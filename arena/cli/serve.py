"""`arena serve`: a ladder in a browser while it is played."""

from __future__ import annotations

from pathlib import Path

from arena.cli.person import check_pages


def serve(ladder: str, port: int, host: str, private: Path | None, token: str | None) -> None:
    """Serve the pages of a ladder until Ctrl-C."""
    check_pages("look at the ladder in a terminal: arena watch")
    from arena.cli.live import serve_ladder  # noqa: PLC0415 - needs packages that may not be there

    serve_ladder(ladder, port, host, private, token)
