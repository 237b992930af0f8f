#!/usr/bin/env bash
# Frames of a drag and the following flight, traced in Chromium, compared with a page that only moves a box.
set -euo pipefail
export OMENA_BUILT=.build/release
cd "$(dirname "$0")/../.."
exec .venv/bin/python Benchmarks/frames/frames.py
