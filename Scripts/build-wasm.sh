#!/usr/bin/env bash
# build-wasm.sh SWIFTC OUTPUT.wasm [OUTPUT.swift]
# Compiles Recall and RecallWeb with Embedded Swift to the module that the browser runs, and optionally embeds it in a Swift file.
set -euo pipefail
swiftc=$1
output=$2
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(dirname "$(readlink -f "$(command -v "$swiftc")")")
libc=/usr/lib/wasm32-wasi/libc.a
if [[ ! -r $libc ]]; then
    echo "recall.wasm needs memory from wasi-libc: sudo apt-get install -y --no-install-recommends wasi-libc" >&2
    exit 1
fi
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

flags=(-target wasm32-unknown-none-wasm -swift-version 6 -enable-experimental-feature Embedded -wmo -O
    -package-name omena -Xfrontend -disable-incremental-llvm-codegen -Xfrontend -disable-stack-protector -parse-as-library -warnings-as-errors
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InferIsolatedConformances
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
    -enable-upcoming-feature NonisolatedNonsendingByDefault)
compile() {
    local module=$1
    local sources
    mapfile -t sources < <(find "$root/Sources/$module" -name '*.swift' | LC_ALL=C sort)
    "$swiftc" "${flags[@]}" -module-name "$module" -I "$temporary" "${sources[@]}" \
        -emit-module -emit-module-path "$temporary/$module.swiftmodule" -c -o "$temporary/$module.o"
}
compile Recall
compile RecallWeb

# The module imports nothing, so undefined symbols are errors. The stack comes first in memory, so that an overflow traps
# instead of overwriting other data; the linker's default of 64 KiB would be tight.
"$bin/wasm-ld" --no-entry --gc-sections --strip-all --stack-first -z stack-size=262144 \
    "$temporary"/{Recall,RecallWeb}.o "$libc" -o "$output"
# A call of the operating system would be an import that no page provides: usually from `Hashable`, whose seed is random,
# or from printing a message.
if grep -qa wasi_snapshot_preview1 "$output"; then
    echo "recall.wasm asks for an operating system; is something in Recall Hashable, or printed?" >&2
    exit 1
fi
if [[ $# -ge 3 ]]; then "$root/Scripts/embed-files.sh" engineFiles "$3" "$output"; fi
