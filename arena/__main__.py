"""`python -m arena` is the command `arena`, where no folder of commands is on the PATH."""

from arena.cli import main

main()
