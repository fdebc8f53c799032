# `make ladder` and `make test` work in a bare clone: they create .venv, install the pinned packages, and run.
.DEFAULT_GOAL := help
.PHONY: help ladder site tools test thorough quick pythons compiled fortress hostile lint docs manual calibrate bench ppo dist clean

PYTHON ?= python3
BIN := .venv/bin
RUNS := .venv/.runs
READY := .venv/.ready
COMPILED := build/compiled
# The tests of what is compiled; all else is the same Python in both arenas.
OF_COMPILED := $(addprefix tests/,client games protocol arena/table arena/results arena/tournament/test_link.py test_compiled_modules.py)

# Python keeps what it has compiled, even where the environment asks for the contrary: else every process that a test
# starts compiles the arena, and every run compiles the tests.
unexport PYTHONDONTWRITEBYTECODE

help:  ## what there is to make
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

# What the arena needs to run; and what work on it needs beside that.
$(RUNS): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Trick Arena needs Python 3.11 or newer; name one with PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(READY): $(RUNS) constraints-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement constraints-dev.txt
	@touch $@

ladder: $(RUNS)  ## play ladders/quickstart.toml and print its ladder
	@$(BIN)/arena run ladders/quickstart.toml

site: $(RUNS)  ## the same ladder as pages, in build/site, opened in a browser
	@$(BIN)/arena run ladders/quickstart.toml >/dev/null
	@$(BIN)/arena site ladders/quickstart.toml --out build/site
	@$(BIN)/python -m webbrowser "file://$(CURDIR)/build/site/index.html" >/dev/null || true

tools:  ## install what tests need beside Python: bubblewrap, chromium, compilers (with apt; elsewhere it says what)
	@$(PYTHON) tests/tools.py

test: $(READY)  ## the tests to run before a change goes in; all but the sweeps of `make thorough`
	$(BIN)/python -m pytest -n 2 -m "not thorough"

thorough: $(READY)  ## the long sweeps: every preset, many games, many deals; ARGS="tests/games" takes some of them
	$(BIN)/python -m pytest -n 2 -m thorough $(ARGS)

quick: $(READY)  ## the tests to run while working (under a minute)
	QUICK=1 $(BIN)/python -m pytest -n 2 -m "not slow and not thorough"

FILES = $(shell find arena protocol ladders sample_bots docs tests pyproject.toml hatch_build.py -type f -not -name '*.pyc')

# Interpreters: those that one can call by name, and pyenv's.
VERSIONS := 3.11 3.12 3.13 3.14
OTHERS := build/pythons
PIP := -m pip install --quiet --disable-pip-version-check
# Make an environment in the second folder with the version of the first.
define environment
for python in python$(1) ~/.pyenv/versions/$(1).*/bin/python$(1); do "$$python" -m venv $(2) 2>/dev/null && break; done
endef
FOUND = $(foreach version,$(VERSIONS),$(shell for python in python$(version) ~/.pyenv/versions/$(version).*/bin/python$(version); do \
  "$$python" -c "print('$(version)')" 2>/dev/null && break; done))

$(OTHERS)/%/.ready: pyproject.toml constraints-dev.txt
	rm -rf $(@D)
	$(call environment,$*,$(@D))
	$(@D)/bin/python $(PIP) --require-hashes --requirement constraints-dev.txt
	$(@D)/bin/python $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

pythons:  ## the quick tests with every Python of VERSIONS that is found, with its packages in build/pythons
	@set -e; for version in $(FOUND); do \
	  $(MAKE) --no-print-directory $(OTHERS)/$$version/.ready; \
	  echo "Python $$version:"; QUICK=1 $(OTHERS)/$$version/bin/python -m pytest -n 2 -m "not slow and not thorough"; \
	done

# Compile the arena of the first folder into the second.
define compile
HATCH_BUILD_HOOKS_ENABLE=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
  --wheel-dir $(2)/dist $(1)
$(BIN)/python -m zipfile -e $(2)/dist/*.whl $(2)
endef

$(COMPILED)/.ready: $(READY) $(wildcard $(FILES))
	rm -rf $(COMPILED)
	mkdir -p $(COMPILED)
	sed 's,/$$,,' .gitignore | tar -c --exclude-from=- --exclude=./.git . | tar -x -C $(COMPILED)
	$(call compile,.,$(COMPILED))
	@touch $@

compiled: $(COMPILED)/.ready  ## the quick tests of the arena with its hot path compiled, in build/compiled (needs gcc)
	cd $(COMPILED) && QUICK=1 PYTHONPATH=. "$(CURDIR)/$(BIN)/python" -m pytest -n 2 -m "not slow and not thorough and not interpreted" $(OF_COMPILED)

PPO := build/ppo

$(PPO)/.ready: docs/examples/requirements-ppo.txt
	$(PYTHON) -m venv $(PPO)
	$(PPO)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement $<
	@touch $@

ppo: $(READY) $(PPO)/.ready  ## docs/examples/ppo.py at a tiny size, and tests/learners.py, with torch in an environment of its own, build/ppo (250 MB)
	ls -d "$(CURDIR)"/.venv/lib/python*/site-packages >$(PPO)/beside.pth && mv $(PPO)/beside.pth $(PPO)/lib/python*/site-packages
	SB3_LOGDIR=$(PPO)/log PYTHONPATH=. $(PPO)/bin/python docs/examples/ppo.py $(PPO)/bot --steps 512 --deals 20
	PATH="$(CURDIR)/$(PPO)/bin:$$PATH" PYTHONPATH=. python -m tests.learners

fortress: $(READY)  ## hostile bots, and an arena that is killed, starved and lied to
	$(BIN)/python -m pytest -n 2 -m fortress

hostile: $(READY)  ## docs/fortress.md: what becomes of every hostile bot (some minutes)
	$(BIN)/python -m tests.fortress.report --write

# What must run on other systems has the types of their Python.
ELSEWHERE := $(BIN)/mypy --follow-imports silent --no-warn-unreachable --cache-dir .mypy_cache/elsewhere --platform

lint: $(READY)  ## ruff, mypy, which package imports which, and the budget of the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(ELSEWHERE) darwin $(addprefix arena/,app bots cli client kit store table tournament web)
	$(ELSEWHERE) win32 $(addprefix arena/,client games protocol)
	$(BIN)/python -m pytest -q -m "not slow" tests/test_layers.py tests/test_budget.py

docs: $(READY)  ## write the generated parts of the documents again, and the pictures of pages that tests compare
	$(BIN)/python -m tests.generate
	$(BIN)/python -m tests.arena.web.kept

MANUAL := build/manual

$(MANUAL)/.ready: constraints-manual.txt
	$(PYTHON) -m venv $(MANUAL)
	$(MANUAL)/bin/python $(PIP) --require-hashes --requirement constraints-manual.txt
	@touch $@

manual: $(READY) $(MANUAL)/.ready  ## the manual as a site, in build/manual/site, with a search where a server serves it
	$(BIN)/python -m tests.manual
	NO_MKDOCS_2_WARNING=1 $(MANUAL)/bin/python -m mkdocs build --quiet --strict

calibrate: $(READY)  ## docs/calibration.md: do intervals and tests hold what they promise (some minutes)
	$(BIN)/python -m tests.calibration

# The commit of the last landing: main, or on main itself the commit before.
LAST = $(if $(shell git log -1 --format=%h main..),main,HEAD~)

build/last/%/.ready: $(READY)
	rm -rf build/last
	mkdir -p $(@D)
	git archive $* | tar -x -C $(@D)
	$(call compile,./$(@D),$(@D))
	@touch $@

bench: $(COMPILED)/.ready  ## what is faster and slower than in the last landing, both compiled; LAST=COMMIT names another
	@last=build/last/$$(git rev-parse $(LAST)) && $(MAKE) --no-print-directory $$last/.ready && cd $(COMPILED) && \
	  PYTHONPATH=. "$(CURDIR)/$(BIN)/python" -m tests.bench.turns "$(CURDIR)/$$last" $(ARGS)

RELEASE := build/release

$(RELEASE)/.ready: constraints-release.txt
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python $(PIP) --require-hashes --requirement constraints-release.txt
	@touch $@

WHEELS := build/wheels

# A compiled wheel, built as for everybody else, and with the tag of the Linuxes that it runs on. It has no tests.
$(WHEELS)/%/.ready: $(RELEASE)/.ready $(filter-out tests/%,$(wildcard $(FILES))) README.md
	rm -rf $(@D)
	$(call environment,$*,$(@D))
	HATCH_BUILD_HOOKS_ENABLE=1 $(@D)/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir $(@D)/dist .
	PATH="$(CURDIR)/$(RELEASE)/bin:$$PATH" auditwheel repair --wheel-dir $(@D)/repaired $(@D)/dist/*.whl
	@touch $@

dist: $(READY) $(RELEASE)/.ready  ## the source package and the wheels in dist, checked, installed without the clone, and played; VERSIONS= compiles none
	rm -rf dist
	$(BIN)/python -m hatchling build --target sdist --target wheel
	@set -e; for version in $(FOUND); do \
	  $(MAKE) --no-print-directory $(WHEELS)/$$version/.ready; cp $(WHEELS)/$$version/repaired/*.whl dist; \
	done
	$(RELEASE)/bin/check-jsonschema --builtin-schema vendor.github-workflows docs/examples/*.yml
	$(RELEASE)/bin/check-jsonschema --builtin-schema vendor.compose-spec compose.yaml
	$(RELEASE)/bin/python -m twine check --strict dist/*
	$(RELEASE)/bin/check-wheel-contents dist
	$(BIN)/python -m tests.dist $(WHEELS)

clean:  ## remove the environment and caches
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis
