#!/usr/bin/env bash
# The reviews per second that recall.wasm schedules in Chromium, compared with the native engine on the same cards.
#   REVIEWS=4000000 Benchmarks/engine-web/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
if [[ ! -x .venv/bin/python ]]; then echo "Playwright is missing: run make test once" >&2; exit 69; fi
Scripts/build-wasm.sh swiftc .build/recall-all.wasm
swift build -c release --static-swift-stdlib --product Agreement >/dev/null
exec .venv/bin/python Benchmarks/engine-web/measure.py .build/recall-all.wasm .build/release/Agreement "${REVIEWS:-4000000}"
