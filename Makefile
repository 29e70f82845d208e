# Every target sets up its own .venv when it is missing or out of date, so that
# `make hint` and `make test` work on a machine with nothing but Python 3.11+ and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?= --roll 5,5,W,3 --taken W
SERVE  ?=
HOURS  ?= 1.5
DIST   ?= dist
SOURCES := solver tables cli

.PHONY: help hint serve test test-all lint types messages tables train bench wheel clean

help:
	@echo "make hint      set up, then answer: what to do with 5,5,W,3 after setting aside W?"
	@echo "               (another question: make hint ARGS='--roll 1,3,4,4,W --taken 3x3')"
	@echo "make serve     set up, then serve the page and the API on this computer"
	@echo "               (for the phones around it: make serve SERVE='--host 0.0.0.0')"
	@echo "make test      set up, then run the tests (make test-all: the long ones too, and coverage)"
	@echo "make lint      ruff and mypy --strict"
	@echo "make messages  bring the catalogs of the translations up to date, and compile them"
	@echo "make tables    precompute and verify the value tables"
	@echo "make train     train the evaluator (HOURS=1.5), going on where it stopped"
	@echo "make bench     speed, as ratios measured side by side"
	@echo "make wheel     build dist/*.whl"

# `make hint` needs only the program; everything else also the developers' tools.
# The marks are set last, so that a half-made environment is finished the next time.
$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit( \
	  "Python 3.11 or newer is needed, and this is " + sys.version.split()[0] + \
	  ": name another one, as in make PYTHON=python3.13")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/ready-web: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[web]'
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fast,dask,plot,web,dev]'
	@touch $@

hint: $(VENV)/ready
	@$(BIN)/wormadvisor hint $(ARGS)

serve: $(VENV)/ready-web
	@$(BIN)/wormadvisor serve $(SERVE)

test: $(VENV)/ready-dev
	$(BIN)/python -m pytest -q -n auto --dist loadfile -m "not slow"

test-all: $(VENV)/ready-dev
	$(BIN)/python -m pytest -q -n auto --dist loadfile --cov --cov-report=
	$(BIN)/coverage report --skip-covered
	$(BIN)/coverage report --include='solver/*' --fail-under=95 --format=total

# mypy cannot follow an editable install of mapped folders: show it the namespace as links.
build/types/wormadvisor:
	mkdir -p $@ && cd $@ && for room in $(SOURCES); do ln -sfn ../../../$$room $$room; done

types: $(VENV)/ready-dev build/types/wormadvisor
	MYPYPATH=build/types $(BIN)/mypy --strict \
	  -p wormadvisor.solver -p wormadvisor.tables -p wormadvisor.cli

lint: types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

messages: $(VENV)/ready-dev
	$(BIN)/python -m tests.messages

tables: $(VENV)/ready-dev
	$(BIN)/wormadvisor tables build
	$(BIN)/wormadvisor tables verify

bench: $(VENV)/ready-dev
	$(BIN)/python -m tests.bench

# One thread each: the networks are small, and more threads only wait for each other.
train: $(VENV)/ready-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[train]'
	$(BIN)/wormadvisor tables build
	$(BIN)/wormadvisor tables build --live 5 --rules official --rules flip
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
	  $(BIN)/python -m wormadvisor.tables.train run all --hours $(HOURS)
	$(BIN)/python -m wormadvisor.tables.train publish

# What an older build left behind would get into the wheel.
wheel: $(VENV)/ready-dev
	rm -rf build/lib
	$(BIN)/python -m build --wheel --outdir $(DIST)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache *.egg-info
