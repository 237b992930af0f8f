#!/usr/bin/env bash
# From the start of a navigation to the first card that can be swiped, and what goes over the wire until then.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/ready/ready.py
