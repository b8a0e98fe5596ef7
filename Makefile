# What a developer does here. Each target sets up what it needs; nothing but
# Python, git and make has to be there before.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

.PHONY: help demo samples gallery reference docs pictures test lint types unit install-test \
  coverage tesseract bench bench-page scale mutants fuzz licences sbom wheel lock clean

help:
	@echo "make demo     print a pad, photograph it in simulation, scan it, rule on it"
	@echo "The stages of a check, alone or together (make lint test bench docs):"
	@echo "make lint     style and common mistakes (ruff), types (mypy --strict)"
	@echo "make test     lint and all tests; make unit: the tests alone"
	@echo "make fuzz     mutated samples, read by the thousand (COUNT=10000)"
	@echo "make bench    the figures that this project promises, measured here"
	@echo "make docs     the pages as a site in build/site; a broken link fails"
	@echo "Now and then:"
	@echo "make install-test  the wheel in an empty environment, then the README's examples"
	@echo "make coverage  how much of the rules their tests reach, branch by branch"
	@echo "make mutants  faults put into the rules: how many do the tests notice?"
	@echo "make wheel    dist/sheetkit-….whl, the same bytes from the same commit"
	@echo "make licences make sbom  what others made: THIRD-PARTY.md, dist/sbom.json"
	@echo "make lock     newest versions of all dependencies into requirements.lock"
	@echo "Made again where something changed:"
	@echo "make reference  the pages of all commands and of the glossary"
	@echo "make bench-page make scale  docs/benchmarks.md and docs/scale.md, measured here"
	@echo "make pictures   the pictures of the tutorial and of the scanner's stages"
	@echo "make gallery    the pictures of all pads"
	@echo "make samples    the pad and photos in samples/"

$(VENV)/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; say which with PYTHON=…" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: apt-get install python3-venv, or the like"; exit 1; }
	$(PIP) install --no-deps --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

demo: $(VENV)/ready
	@$(BIN)/sheetkit demo

samples: $(VENV)/ready
	$(BIN)/sheetkit print classic --sheets 8 --seed 2026 -o samples/pad.pdf --map samples/pad.json
	$(BIN)/python -m tools.samples samples

reference: $(VENV)/ready
	$(BIN)/python docs/make_reference.py
	$(BIN)/python docs/make_glossary.py

gallery: $(VENV)/ready
	$(BIN)/python docs/make_gallery.py

test: lint unit

lint: $(VENV)/ready types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/ready
	$(BIN)/mypy

unit: $(VENV)/ready tesseract
	$(BIN)/python -m pytest -q -n auto --maxprocesses 4

install-test: $(VENV)/ready
	SHEETKIT_INSTALL_REQUIRED=1 $(BIN)/python -m pytest -q -m install tests/test_packaging.py

coverage: $(VENV)/ready
	$(BIN)/python -m pytest -q -n auto --maxprocesses 4 --cov=sheetkit.rules --cov-branch \
	  --cov-report=term-missing --cov-fail-under=98 tests/rules tests/notation \
	  tests/cli/test_check.py tests/cli/test_replay.py

# Tests that need Tesseract are skipped without it, and .ci/run does not let that pass.
# TESSERACT=no installs nothing.
tesseract:
	@sh tests/get-tesseract.sh

fuzz: FIRST ?= 0
fuzz: COUNT ?= 10000
fuzz: $(VENV)/ready
	$(BIN)/python -m tests.fuzz.run --first $(FIRST) --count $(COUNT)

bench: $(VENV)/ready
	$(BIN)/python -m benchmarks

docs: $(VENV)/ready
	$(BIN)/mkdocs build --strict

bench-page: $(VENV)/ready
	$(BIN)/python -m benchmarks.page --jobs 2

scale: $(VENV)/ready
	$(BIN)/python -m tools.cost
	$(BIN)/python docs/make_scale.py

pictures: $(VENV)/ready
	$(BIN)/python docs/make_pictures.py

mutants: $(VENV)/ready
	$(BIN)/python -m tools.mutate --sample 300 --longest 5

licences: $(VENV)/ready
	$(BIN)/python -m tools.third_party

sbom: $(VENV)/ready
	$(BIN)/python -m tools.sbom

wheel: $(VENV)/ready
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --wheel --no-isolation

lock:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --extra dev --extra docs --no-emit-index-url --custom-compile-command "make lock" \
	  --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis demo demo-*
