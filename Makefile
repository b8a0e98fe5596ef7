# What a developer does here. Each target sets up what it needs; nothing but
# Python, git and make has to be there before.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

.PHONY: help demo samples gallery reference test lint types unit tesseract bench lock clean

help:
	@echo "make demo    print a pad, photograph it in simulation, scan it, rule on it"
	@echo "make samples the pad and photos in samples/, made again"
	@echo "make gallery the pictures of all pads in docs/gallery/, made again"
	@echo "make reference  the page of all commands, from their help texts"
	@echo "make test    linters, types and all tests"
	@echo "make lint    style and common mistakes (ruff)"
	@echo "make types   types (mypy --strict)"
	@echo "make unit    the tests alone"
	@echo "make bench   the figures that this project promises, measured here"
	@echo "make lock    newest versions of all dependencies into requirements.lock"

$(VENV)/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; say which with PYTHON=…" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: apt-get install python3-venv, or the like"; exit 1; }
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

demo: $(VENV)/ready
	@$(BIN)/sheetkit demo

samples: $(VENV)/ready
	$(BIN)/sheetkit print classic --sheets 8 --seed 2026 -o samples/pad.pdf --map samples/pad.json
	$(BIN)/python -m sheetkit.camera.samples samples

reference: $(VENV)/ready
	$(BIN)/python docs/make_reference.py

gallery: $(VENV)/ready
	$(BIN)/python docs/make_gallery.py

test: lint types unit

lint: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/ready
	$(BIN)/mypy

unit: $(VENV)/ready tesseract
	$(BIN)/python -m pytest -q -n auto --maxprocesses 4

# Tests that need Tesseract are skipped without it, and .ci/run does not let that pass.
tesseract:
	@sh tests/get-tesseract.sh

bench: $(VENV)/ready
	$(BIN)/python -m benchmarks

lock:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-annotate --extra dev --no-emit-index-url --custom-compile-command "make lock" \
	  --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis demo
