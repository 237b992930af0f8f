#!/usr/bin/env bash
# run.sh [TASK…]
# Imports and exports a package of 100,000 notes, 200,000 cards, a million reviews and 10,000 small pictures, and imports a
# table of 100,000 lines (the tasks are import, export and csv), compared with Anki in the same run. With
# OMENA_CLOCK=processor the bounds apply to processor time, for a busy machine.
set -euo pipefail
cd "$(dirname "$0")/../.."

Benchmarks/install-peers.sh
exec .venv-bench/bin/python Benchmarks/exchange/compare.py "${OMENA_BINARY:-.build/release/omena}" "$@"
