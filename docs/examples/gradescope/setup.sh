#!/usr/bin/env bash
# Gradescope runs this once, when it makes the image of the autograder. It needs a network then, and not later.
# Beside this file lie run_autograder, staff.toml, your bots, and a wheel of Trick Arena
# (`pip wheel --no-deps .` in a clone makes it).
set -euo pipefail

here="${AUTOGRADER:-/autograder}"
apt-get update
apt-get install -y bubblewrap python3 python3-venv
python3 -m venv "$here/arena"
"$here/arena/bin/pip" install "$here"/source/trickarena-*.whl
