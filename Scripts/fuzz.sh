#!/usr/bin/env bash
# fuzz.sh SECONDS [PARSER…]
# Runs libFuzzer on each parser of untrusted bytes, or on the named ones, for this many seconds each, starting from the
# committed corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?usage: fuzz.sh SECONDS [PARSER…]}
shift
parsers=("$@")
if ((${#parsers[@]} == 0)); then
    mapfile -t parsers < <(sed -nE 's/^    "([a-z]+)": .*/\1/p' Tests/Fuzz/Parsers.swift)
fi

export OMENA_FUZZ=all
# Without Swift's backtracer, which would keep a crash from ending the run.
export SWIFT_BACKTRACE=enable=no
# Testable, because some parsers are internal to their modules.
swift build -c release --sanitize fuzzer --scratch-path .build-fuzz -Xswiftc -enable-testing --product Fuzz
for parser in "${parsers[@]}"; do
    echo "== $parser"
    corpus=Tests/Fuzz/Corpus/$parser
    found=.build-fuzz/corpus/$parser
    mkdir -p "$corpus" "$found"
    # A package contains a database, which needs a page for each table.
    case $parser in archive | collection) longest=262144 ;; *) longest=4096 ;; esac
    OMENA_FUZZ=$parser .build-fuzz/release/Fuzz -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
        -max_len="$longest" -print_final_stats=1 -artifact_prefix=".build-fuzz/$parser-" "$found" "$corpus" 2>&1 |
        grep -E '^(stat::(number_of|average)|SUMMARY|==[0-9]+==|.*ERROR)|Fatal|Precondition' || true
    for flaw in crash timeout oom leak; do
        compgen -G ".build-fuzz/$parser-$flaw-*" >&2 || continue
        echo "fuzz.sh: $parser has a $flaw" >&2
        exit 1
    done
done
