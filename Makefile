# `make` lists the ways in. Each works in a fresh clone, installs what it needs, and is quick the second time.
SHELL := /bin/bash -euo pipefail
.DEFAULT_GOAL := help

SETUP   := Scripts/setup.sh
RELEASE := swift build -c release --static-swift-stdlib -Xlinker -s --product omena
OMENA   := .build/release/omena
# Browser tests spend a tenth of their time waiting for the disk, so their files are put in memory where it has space.
MEMORY  := $(shell df -k --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 { print "TMPDIR=/dev/shm" }')
PYTEST  := $(MEMORY) .venv/bin/pytest -q
PAGES   := OMENA_BINARY=$(OMENA) $(PYTEST) Tests/Browser Tests/Command

.PHONY: help run build test tested check unit browser anki soak fuzz format lint wasm bench screenshots clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: build ## install what is missing, build, and serve at http://localhost:6636
	@exec $(OMENA) serve

build: ## the release binary alone (.build/release/omena)
	@$(SETUP) build
	@$(RELEASE)

test: lint ## install what is missing and run every test
	@swift build --build-tests
	@# A release is compiled module after module, mostly on one core, and the Swift tests need no more than another. They
	@# are called themselves: `swift test` would wait until nobody builds.
	@$(MAKE) --no-print-directory -j 2 tested build
	@$(MAKE) --no-print-directory browser anki

tested:
	@.build/debug/OmenaPackageTests.xctest --testing-library swift-testing

check: lint ## format, warnings as errors, unit tests, embedded build: what to run before a commit
	@$(SETUP) build
	@Scripts/build-wasm.sh swiftc .build/recall.wasm
	@swift test --disable-xctest

unit: ## the Swift tests
	@$(SETUP) build
	@swift build --build-tests
	@swift test --skip-build --disable-xctest

browser: build ## the pages in a real Chromium, and the server under attack
	@$(SETUP) test
	@# What failed beside other tests stands in the report, and has to hold when it runs alone.
	@$(PAGES) -n 2 --dist worksteal || $(PAGES) --last-failed --last-failed-no-failures none

anki: ## the real Anki as judge
	@$(SETUP) test
	@$(PYTEST) Tests/Anki

soak: build ## the long exams at their full count
	@$(SETUP) test
	@OMENA_SOAK=1 OMENA_BINARY=$(OMENA) $(PYTEST) Tests/Browser/test_agreement.py Tests/Command
	@OMENA_SOAK=1 swift test --disable-xctest --filter 'PowerCutTests|SealingTests|RandomChangeTests|LanguagesTests|BTree'
	@OMENA_SEALED=1 swift test --disable-xctest --filter 'StorageTests|LibraryTests'

fuzz: ## libFuzzer on every parser of outside bytes, SECONDS_EACH=600
	@$(SETUP) build
	@Scripts/fuzz.sh $${SECONDS_EACH:-600}

format: ## format Swift sources
	@swift format format -irp Sources Tests Plugins Package.swift

lint: ## format of Swift, types of JavaScript
	@$(SETUP) test
	@swift format lint --strict -rp Sources Tests Plugins Package.swift
	@tsc -p Scripts/tsconfig.json
	@tsc -p Scripts/tsconfig.worker.json

wasm: ## recall.wasm alone (.build/recall.wasm)
	@$(SETUP) test
	@Scripts/build-wasm.sh swiftc .build/recall.wasm

bench: build ## speed against peers in the same run, as ratios (on a quiet machine)
	@$(SETUP) bench
	@Benchmarks/run.sh

screenshots: build ## the pictures in the README
	@$(SETUP) test
	@.venv/bin/python Scripts/screenshots.py

clean: ## remove everything that was built
	@rm -rf .build .venv
