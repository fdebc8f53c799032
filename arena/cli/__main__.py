"""`python -m arena.cli` is `arena`."""

from arena.cli import main

main()
