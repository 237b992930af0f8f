#!/usr/bin/env bash
# How soon a map with ten thousand pins is usable, and its frames while panning, compared with the same map without pins.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/places/places.py
