#!/usr/bin/env bash
# run.sh [TASK…]
# A package of 100,000 notes, 200,000 cards, a million reviews and 10,000 small pictures, in and out, and a table of
# 100,000 lines in (the tasks are import, export and csv): against Anki in one run, each right after the other. With
# OMENA_CLOCK=processor the bounds are held to processor time, for a busy machine.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh
exec .venv-bench/bin/python Benchmarks/exchange/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
