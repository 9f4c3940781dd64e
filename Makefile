# Needs make and Python 3.11 or newer; everything else is fetched into .venv.
#   make demo    the whole thing on sample documents, with the page left open
#   make test    all tests
# `make help` lists the rest.

# python3.11 first: the pinned versions were resolved for it. A name that exists but does not run is passed over.
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
SHARED ?= ../shared
SERVE ?=
PYTEST ?=

.PHONY: help setup demo stop test hostile coverage installed old-sdks new-sdks lint format serve bench eval pictures constraints clean
.DEFAULT_GOAL := help

help:
	@echo 'make setup        .venv from constraints.txt, and the models (once)'
	@echo 'make demo         sample documents in, a question, a checked answer, the page left up'
	@echo 'make stop         stop the server that make demo left running'
	@echo 'make serve        the server alone; SERVE="--port 9000" passes flags'
	@echo 'make test         all tests; PYTEST="tests/app -x" narrows them'
	@echo 'make hostile      the long attacks: fuzzed requests, mutated files, kills, clients, a full disk (hours)'
	@echo 'make coverage     all tests, and which lines and branches of the rooms none of them reaches (slower)'
	@echo 'make installed    the wheel in an environment of its own, without extras, checks an answer (minutes)'
	@echo 'make old-sdks     Google'"'"'s SDKs of 2025 into .venv-sdk-2025 (once), for the client tests'
	@echo 'make new-sdks     google-genai 3 into .venv-sdk-3 (once), for the client tests'
	@echo 'make lint         ruff and mypy'
	@echo 'make bench        speed, measured beside a RoBERTa-large-size checker and llama-index; search in a growing store'
	@echo 'make eval         quality of the verdicts, the reader and the retrieval on the sets in $(SHARED)'
	@echo 'make pictures     the README'"'"'s pictures of the page, taken anew'
	@echo 'make constraints  write constraints.txt anew from what is installed'
	@echo 'make clean        remove .venv and the demo data'

# Stamp files: a second run finds nothing to do.
$(VENV)/.installed: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo 'No Python 3.11 or newer found. Install one, or name it: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	@echo 'Installing into $(VENV) (a few minutes the first time) …'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.models: $(VENV)/.installed
	@$(BIN)/sureground prepare
	@touch $@

$(VENV)/.tools: $(VENV)/.installed
	@echo 'Installing what the tests need …'
	@$(PIP) install --constraint constraints.txt --editable '.[test,lint]'
	@touch $@

setup: $(VENV)/.models

demo: setup
	@$(BIN)/python -m app.demo

stop:
	@$(BIN)/python -m app.demo --stop

serve: setup
	@$(BIN)/sureground serve $(SERVE)

test: setup $(VENV)/.tools
	$(BIN)/python -m pytest $(PYTEST)

# Every process that a test starts is measured, too, which is why this is no part of `make test`.
coverage: setup $(VENV)/.tools
	$(BIN)/python -m pytest --cov --cov-report=term-missing:skip-covered $(PYTEST)

installed: $(VENV)/.installed
	@rm -rf .installed && mkdir .installed
	@$(PIP) wheel --no-deps --wheel-dir .installed .
	@$(PYTHON) -m venv .installed/venv
	@.installed/venv/bin/python -m pip --disable-pip-version-check -qq install --constraint constraints.txt .installed/*.whl
	@cd .installed && echo 'The lighthouse is 61 metres tall.' >facts.txt && venv/bin/sureground prepare && \
		venv/bin/sureground check --answer facts.txt --facts facts.txt --min-support 0.6
	@rm -rf .installed

hostile: setup $(VENV)/.tools
	$(BIN)/python -m tests.hostile --long

.venv-sdk-2025/.installed: tests/app/sdks-2025.txt
	@echo 'Installing the SDKs of 2025 into .venv-sdk-2025 …'
	@test -x .venv-sdk-2025/bin/python || $(PYTHON) -m venv .venv-sdk-2025
	@.venv-sdk-2025/bin/python -m pip --disable-pip-version-check -qq install --requirement $<
	@touch $@

old-sdks: .venv-sdk-2025/.installed

.venv-sdk-3/.installed: tests/app/sdks-3.txt
	@echo 'Installing google-genai 3 into .venv-sdk-3 …'
	@test -x .venv-sdk-3/bin/python || $(PYTHON) -m venv .venv-sdk-3
	@.venv-sdk-3/bin/python -m pip --disable-pip-version-check -qq install --requirement $<
	@touch $@

new-sdks: .venv-sdk-3/.installed

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# llama-index's own pipeline, to measure ours beside it.
.bench-peer/.installed: bench/peer.txt $(VENV)/.installed
	@$(PIP) install --upgrade --no-deps --target .bench-peer --requirement $<
	@touch $@

bench: setup .bench-peer/.installed
	@$(BIN)/python -m bench

eval: setup
	@test -d $(SHARED)/data/dev || { echo 'The evaluation sets are not at $(SHARED)/data/dev; name their folder: make eval SHARED=/path' >&2; exit 1; }
	@$(BIN)/sureground eval $(SHARED)/data/dev tests/data/cases/cases.jsonl
	@if test -d $(SHARED)/data/qa/judge-dev; then $(BIN)/sureground eval $(SHARED)/data/qa/judge-dev; fi
	@$(BIN)/sureground eval tests/data/languages tests/data/across_languages.jsonl tests/data/near_misses.jsonl
	@$(BIN)/python -m bench.retrieval --shared $(SHARED)
	@$(BIN)/python -m bench.tables

pictures: setup $(VENV)/.tools
	@$(BIN)/python -m tests.app.browser.pictures

# After `.venv/bin/pip install NEW` and a line in pyproject.toml. The whole resolved set, extras included; a local
# build tag (+cpu) is dropped, since the plain version fits every build.
constraints:
	@{ echo '# The exact versions of everything installed, extras included. Written by `make constraints`.'; \
	   $(BIN)/python -m pip --disable-pip-version-check freeze --exclude-editable | sed 's/+cpu$$//'; } > constraints.new
	@mv constraints.new constraints.txt
	@touch -c $(VENV)/.installed; touch -c $(VENV)/.models $(VENV)/.tools

clean:
	rm -rf $(VENV) .venv-sdk-2025 .venv-sdk-3 .bench-peer .demo .installed
