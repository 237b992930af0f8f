#!/usr/bin/env bash
# run.sh [ROUNDS]
# Sends what programs made for Anki ask for most, in a library of 100,000 notes, and compares the whole HTTP exchange with what the
# same answer costs Anki's own Python package in its process: AnkiConnect runs that between two windows' events, every 25
# milliseconds. Medians of the rounds (200 by default; a tenth for long lists), and Omena's slowest of a hundred, in milliseconds.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh
exec .venv-bench/bin/python Benchmarks/connect/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
