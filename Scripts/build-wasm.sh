#!/usr/bin/env bash
# build-wasm.sh SWIFTC OUTPUT.wasm [OUTPUT.swift]
# Compiles Recall and RecallWeb with Embedded Swift to the module that the browser runs; on request embeds it too.
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
    -package-name omena -Xfrontend -disable-stack-protector -parse-as-library -warnings-as-errors
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

# Nothing is imported: what neither module nor library defines is an error here. The stack lies first, so that running
# over its end traps instead of writing into what lies below it; 64 KiB, the linker's own choice, would be tight.
"$bin/wasm-ld" --no-entry --gc-sections --strip-all --stack-first -z stack-size=262144 \
    "$temporary"/{Recall,RecallWeb}.o "$libc" -o "$output"
# What the library itself wants of an operating system would be an import that no page gives: usually `Hashable`, whose
# seed is random, or a message that is printed.
if grep -qa wasi_snapshot_preview1 "$output"; then
    echo "recall.wasm asks for an operating system; is something in Recall Hashable, or printed?" >&2
    exit 1
fi
if [[ $# -ge 3 ]]; then "$root/Scripts/embed-files.sh" embeddedEngine "$3" "$output"; fi
