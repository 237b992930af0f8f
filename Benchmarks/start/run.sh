#!/usr/bin/env bash
# The time from starting the program to its first page, on an existing library.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/start/start.py
