# `make` lists the targets. Each works in a fresh clone, installs what it needs, and is quick the second time.
SHELL := /bin/bash -euo pipefail
.DEFAULT_GOAL := help

SETUP   := Scripts/setup.sh
# Debug information takes a twentieth of the time, and the linker would remove it; tests say where they failed without it.
BUILD   := swift build -c release -Xswiftc -gnone
# Without hashes of compiled modules in the binary, which depend on where the sources lie.
RELEASE := $(BUILD) --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xlinker -s --product omena
OMENA   := .build/release/omena
# All tests use one build, optimised as the release is except for `OMENA_TESTING` (see Package.swift); `-enable-testing` lets
# Swift tests use internal declarations.
TESTING := OMENA_TESTING=1 $(BUILD) --scratch-path .build/testing -Xswiftc -enable-testing --build-tests
# Tests spend a tenth of their time waiting for the disk, so their files are put in memory where it has space.
MEMORY  := $(shell df -k --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 { print "TMPDIR=/dev/shm" }')
BUNDLE  := .build/testing/release/OmenaPackageTests.xctest
UNIT    := env $(MEMORY) $(BUNDLE) --testing-library swift-testing
# What learners do on pages, which is also tried below the path that each has on a server of several.
LEARNER_TESTS := $(addprefix Tests/Browser/test_,home.py cards.py session.py offline.py saving.py media.py places.py import_export.py)
PYTEST  := $(MEMORY) .venv/bin/pytest -q

.PHONY: help run build test check unit browser fleet anki soak fuzz sanitize format lint wasm bench screenshots package packages clean
.PHONY: testing run-unit run-histories run-browser run-fleet run-anki

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

run: build ## install what is missing, build, and serve at http://localhost:6636
	@exec $(OMENA) serve

build: ## the release binary alone (.build/release/omena)
	@$(SETUP) build
	@$(RELEASE)

test: lint testing run-unit run-browser run-fleet run-anki ## install what is missing and run every test

testing:
	@$(SETUP) test
	@$(TESTING)

# One thread in each process, because those of one process wait for each other; the longest first, so that all end together.
run-unit: run-histories
	@printf '%s\n' \
	  '--filter ^LibraryTests[.]' \
	  '--filter ^ServerTests[.]' \
	  '--filter ^LibrarySyncTests[.] --skip ^LibrarySyncTests[.]SyncHistoryTests' \
	  '--filter ^StorageTests[.]' \
	  '--skip ^(Library|LibrarySync|Storage|Server|Exchange|HTTP|Languages)Tests[.]' \
	  '--filter ^ExchangeTests[.]' \
	  '--filter ^(HTTP|Languages)Tests[.]' \
	  | xargs -P $$(nproc) -L 1 $(UNIT) --no-parallel

run-histories:
	@seq $$(nproc) | xargs -P 0 -I{} env OMENA_PART={}/$$(nproc) $(UNIT) --no-parallel --filter '^LibrarySyncTests\.SyncHistoryTests'

run-browser:
	@$(PYTEST) Tests/Browser Tests/Command -n 2 --dist worksteal

# What a fleet does while nothing fails; `make fleet` lets everything fail.
run-fleet:
	@$(PYTEST) $(addprefix Tests/Fleet/test_,accounts.py documentation.py nodes.py statements.py) -n 2 --dist worksteal

run-anki:
	@$(PYTEST) Tests/Anki -n 2 --dist worksteal

check: lint ## format, warnings as errors, Swift tests, embedded build: what to run before a commit
	@$(SETUP) build
	@$(TESTING)
	@Scripts/build-wasm.sh swiftc .build/recall.wasm
	@$(MAKE) -s run-unit

unit: ## the Swift tests
	@$(SETUP) build
	@$(TESTING)
	@$(MAKE) -s run-unit

browser: testing run-browser ## the pages in a real Chromium, and the server under attack

fleet: testing ## nodes over real PostgreSQL servers, while everything fails
	@$(PYTEST) Tests/Fleet -n 2 --dist worksteal

anki: testing run-anki ## the real Anki as judge

soak: testing ## the long exams at their full count
	@OMENA_SOAK=1 $(PYTEST) Tests/Browser/test_agreement.py Tests/Browser/test_offline.py Tests/Command Tests/Anki
	@OMENA_LEARNER=1 $(PYTEST) $(LEARNER_TESTS)
	@OMENA_SOAK=1 $(PYTEST) Tests/Fleet -n 2 --dist worksteal
	@OMENA_SOAK=1 $(MAKE) -s run-histories
	@OMENA_SOAK=1 $(UNIT) --filter 'PowerCutTests|SealingTests|RandomChangeTests|DamagedCopyTests|StudiedCardTests|NumberTests|TallyTests|LanguagesTests|BTree|MutatedFiles'
	@OMENA_SEALED=1 $(UNIT) --filter 'StorageTests|LibraryTests|LibrarySyncTests'

fuzz: ## libFuzzer on every parser of outside bytes, SECONDS_EACH=600
	@$(SETUP) build
	@Scripts/fuzz.sh $${SECONDS_EACH:-600}

sanitize: ## the Swift tests with AddressSanitizer and with ThreadSanitizer
	@$(SETUP) build
	@Scripts/sanitize.sh

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

screenshots: build ## the pictures in the README and the manual
	@$(SETUP) test
	@OMENA_BUILT=.build/release .venv/bin/python Scripts/screenshots.py

package: build ## the Debian package, an archive that runs from any folder and the Containerfile (.build/package)
	@$(SETUP) package
	@Scripts/package.sh $(OMENA) .build/package

packages: package ## install, use, upgrade and remove them in a bare Debian, and put proxies in front (as root)
	@OMENA_BUILT=.build/release $(PYTEST) Tests/Package

clean: ## remove everything that was built
	@rm -rf .build .venv
