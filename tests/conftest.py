"""Settings for all tests."""

import os

from hypothesis import settings

# Machines are shared: a slow example is no failure. On CI the examples are the same every time.
settings.register_profile("arena", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("arena")
