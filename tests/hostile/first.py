"""An honest bot: the last legal word, always."""

import sys

sys.stdout.write("bot python 1\n")
sys.stdout.flush()
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        sys.stdout.write(f"{words[-1]}\n")
        sys.stdout.flush()
