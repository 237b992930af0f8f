#!/usr/bin/env bash
# From the start of the program to its first page, on a library that exists.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/start/start.py
