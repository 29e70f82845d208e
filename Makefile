# Every target sets up its own .venv when it is missing or out of date, so that
# `make hint` and `make test` work on a machine with nothing but Python 3.11+ and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?= --roll 5,5,W,3 --taken W
SOURCES := solver tables cli

.PHONY: help hint test test-all lint types tables bench wheel clean

help:
	@echo "make hint      set up, then answer: what to do with 5,5,W,3 after setting aside W?"
	@echo "               (another question: make hint ARGS='--roll 1,3,4,4,W --taken 3x3')"
	@echo "make test      set up, then run the tests (make test-all: the long ones too)"
	@echo "make lint      ruff and mypy --strict"
	@echo "make tables    precompute and verify the value tables"
	@echo "make bench     speed, as ratios measured side by side"
	@echo "make wheel     build dist/*.whl"

# `make hint` needs only the program; everything else also the developers' tools.
$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fast,dev]'
	@touch $@

hint: $(VENV)/ready
	@$(BIN)/wormadvisor hint $(ARGS)

test: $(VENV)/ready-dev
	$(BIN)/python -m pytest -q -m "not slow"

test-all: $(VENV)/ready-dev
	$(BIN)/python -m pytest -q --cov --cov-report=term

# mypy cannot follow an editable install of mapped folders: show it the namespace as links.
build/types/wormadvisor:
	mkdir -p $@ && cd $@ && for room in $(SOURCES); do ln -sfn ../../../$$room $$room; done

types: $(VENV)/ready-dev build/types/wormadvisor
	MYPYPATH=build/types $(BIN)/mypy --strict \
	  -p wormadvisor.solver -p wormadvisor.tables -p wormadvisor.cli

lint: types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

tables: $(VENV)/ready-dev
	$(BIN)/wormadvisor tables build
	$(BIN)/wormadvisor tables verify

bench: $(VENV)/ready-dev
	$(BIN)/python -m tests.bench

wheel: $(VENV)/ready-dev
	$(BIN)/python -m build --wheel

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache *.egg-info
