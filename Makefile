# Needs make and Python >= 3.11; on Debian, what else is missing is installed by apt or named.
# ARGS goes to the program: make test ARGS="-k gate", make run ARGS="list".

.DEFAULT_GOAL := help
.PHONY: help run test setup dev check format-check lint types audit format bench docs lock release postgres bubblewrap
export PYTHON

RUN := .venv/.stamp-run
DEV := .venv/.stamp-dev
SUITES := .cache/suites/.stamp
BIN := .venv/bin

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1|/' | awk -F'|' '{printf "  make %-13s %s\n", $$1, $$2}'

run: setup ## set everything up, then show what sealskill does
	@$(BIN)/sealskill $(or $(ARGS),demo)

test: dev ## set everything up, then run every test
	@$(BIN)/python -m pytest -n auto $(ARGS)

setup: $(RUN) ## leave .venv/bin/sealskill with every extra

dev: $(DEV) $(SUITES) postgres bubblewrap ## setup, and the tools of the targets below

check: format-check lint types test audit ## format, lint, types, tests and known vulnerabilities

format-check: $(DEV)
	@$(BIN)/ruff format --check .

lint: $(DEV)
	@$(BIN)/ruff check .

types: $(DEV)
	@$(BIN)/mypy

audit: $(DEV) ## ask for known vulnerabilities of the pinned packages
	@$(BIN)/python scripts/audit.py

format: $(DEV) ## format the code and fix what can be fixed safely
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

bench: $(DEV) ## measure against the other loaders, side by side
	@command -v node >/dev/null && command -v npm >/dev/null || sh scripts/apt_install.sh "the rivals of the benchmark need node and npm" nodejs npm
	@$(BIN)/python bench/run.py $(ARGS)

docs: $(DEV) ## build the documentation into site/
	@$(BIN)/python scripts/docs.py --check
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lock: ## write the lock files anew (UPGRADE=1 takes newer versions)
	@UPGRADE=$(UPGRADE) sh scripts/lock.sh

release: $(DEV) ## build wheel, sdist and SBOM into dist/, twice, and compare
	@sh scripts/release.sh

$(RUN): pyproject.toml requirements/build.txt requirements/run.txt scripts/setup.sh
	@sh scripts/setup.sh run

$(DEV): pyproject.toml requirements/dev.txt scripts/setup.sh
	@sh scripts/setup.sh dev

# The tests start a server of their own. Where none can be had they say so and run on SQLite alone.
postgres: | $(DEV)
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
		sh scripts/apt_install.sh "the tests of the database want a PostgreSQL server" postgresql || \
		echo "set-up: without it the tests on PostgreSQL are skipped"

# What skills run in. Where it cannot be had its tests are skipped, but for those who say that they must run.
bubblewrap: | $(DEV)
	@command -v bwrap >/dev/null || sh scripts/apt_install.sh "skills are run inside bubblewrap" bubblewrap || \
		echo "set-up: without it nothing is run in a boundary"

$(SUITES): requirements/suites.txt scripts/fetch_suites.py | $(DEV)
	@$(BIN)/python scripts/fetch_suites.py
	@touch $@
