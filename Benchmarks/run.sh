#!/usr/bin/env bash
# run.sh [BENCHMARK…]
# Runs the named benchmarks, or all of them, and records what they print in Documentation/Performance.md. Each compares
# Omena with a peer in the same run, so the ratios mean more than the figures. One that fails keeps its last result, and the
# others still run.
set -euo pipefail
cd "$(dirname "$0")/.."

(($#)) || set -- $(for run in Benchmarks/*/run.sh; do basename "$(dirname "$run")"; done)
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
failed=()
for name; do
    [[ -x Benchmarks/$name/run.sh ]] || { echo "run.sh: there is no benchmark named $name" >&2; exit 2; }
    printf '\n== %s\n' "$name"
    if "Benchmarks/$name/run.sh" | tee "$printed"; then
        python3 Benchmarks/record.py "$name" "$printed"
    else
        failed+=("$name")
    fi
done
((${#failed[@]} == 0)) || { echo "run.sh: these failed: ${failed[*]}" >&2; exit 1; }
