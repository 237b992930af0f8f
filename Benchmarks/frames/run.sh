#!/usr/bin/env bash
# Frames of a drag and of the flight that follows it, traced in Chromium, beside the least that a page can move.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/frames/frames.py
