#!/usr/bin/env bash
# sanitize.sh [SANITIZER…]
# Runs the Swift tests in a build with AddressSanitizer (address) and in one with ThreadSanitizer (thread), or only in the named
# ones. The last line counts their reports; exits with 1 if there are any, or if a test fails.
set -euo pipefail
cd "$(dirname "$0")/.."
sanitizers=("$@")
((${#sanitizers[@]})) || sanitizers=(address thread)

found=()
status=0
for sanitizer in "${sanitizers[@]}"; do
    scratch=.build/$sanitizer
    reports=$PWD/$scratch/reports
    # Optimised as all tests are, because they would take an hour otherwise. A report needs no more than line tables.
    OMENA_TESTING=1 swift build -c release --sanitize "$sanitizer" --scratch-path "$scratch" \
        -Xswiftc -gline-tables-only -Xswiftc -enable-testing --build-tests
    rm -rf "$reports"
    mkdir "$reports"
    # Races don't change how the tests end; what ends them aborts, so that it never looks like success.
    options=log_path=$reports/report:exitcode=0:abort_on_error=1
    # Swift keeps bits in references, so whatever only such a reference holds would be called a leak.
    export ASAN_OPTIONS=$options:detect_leaks=0
    # NB: The distribution's libraries are not instrumented, so their own atomic accesses and locks are not seen, and whatever
    # they copy or compare would look like a race. Locks of the C library are seen wherever they are used.
    export TSAN_OPTIONS=$options:ignore_noninstrumented_modules=1
    result="tests passed"
    make -s run-unit BUNDLE="$scratch/release/OmenaPackageTests.xctest" || { result="run failed" status=1; }
    count=$({ grep -rhE 'WARNING: ThreadSanitizer|ERROR: (Address|Thread)Sanitizer' "$reports" || true; } | wc -l)
    ((count == 0)) || status=1
    found+=("$sanitizer reports: $count, $result")
done
printf -v line '%s; ' "${found[@]}"
echo "sanitize.sh: ${line%; }; see .build/*/reports"
exit $status
