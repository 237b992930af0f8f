#!/usr/bin/env bash
# The time from the start of a navigation to the first card that can be swiped, and the bytes transferred until then.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/ready/ready.py
