#!/usr/bin/env bash
# Ten thousand pins on the map: how soon it can be used, and the frames of panning it, beside the same map without any.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/places/places.py
