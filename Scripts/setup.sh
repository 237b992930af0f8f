#!/usr/bin/env bash
# setup.sh build|test|package|bench
# Installs the packages that the given purpose needs from the distribution (and, for tests, from PyPI into .venv).
# Returns quickly if everything is installed. Uses sudo only when not root.
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:?usage: setup.sh build|test|package|bench}

packages=(binutils pkg-config libsqlite3-dev libmicrohttpd-dev zlib1g-dev libisal-dev libzstd-dev libexpat1-dev libgumbo-dev
    libsodium-dev libssl-dev libcurl4-openssl-dev libqrencode-dev wasi-libc wordnet-base esbuild
    libjs-leaflet libjs-leaflet.markercluster)
case $purpose in
build) ;;
test) packages+=(python3 python3-venv chromium-headless-shell fonts-noto-core fonts-noto-cjk node-typescript openssl
    dict-freedict-eng-fra dict-freedict-eng-fin dict-freedict-fin-eng dict-freedict-eng-jpn gcc libc6-dev postgresql haproxy) ;;
package) packages+=(python3 python3-venv chromium-headless-shell debhelper dpkg-dev fish git iproute2 lintian mandoc mmdebstrap
    openssl patchelf systemd zsh zstd) ;;
bench) packages+=(python3 python3-venv chromium-headless-shell fonts-noto-core wrk gcc libc6-dev curl
    wordnet postgresql haproxy valgrind) ;;
*) echo "setup.sh: unknown purpose '$purpose'; use build, test, package or bench" >&2 && exit 2 ;;
esac

command -v swift >/dev/null ||
    { echo "setup.sh: Swift 6.3 is needed; see https://www.swift.org/install/linux" >&2 && exit 1; }

missing=()
for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
        missing+=("$package")
done
if ((${#missing[@]})); then
    echo "Installing ${missing[*]}" >&2
    run=()
    if [[ $(id -u) != 0 ]]; then
        command -v sudo >/dev/null || {
            echo "setup.sh: run as root: apt-get install ${missing[*]}" >&2
            exit 1
        }
        run=(sudo)
    fi
    "${run[@]}" apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -qqy --no-install-recommends \
        "${missing[@]}" >&2
fi

[[ $purpose == build ]] && exit 0
wanted=$(sha256sum <Tests/requirements.txt)
if [[ ! -x .venv/bin/python || $(cat .venv/requirements.sha256 2>/dev/null) != "$wanted" ]]; then
    echo "Installing the Python of the tests into .venv" >&2
    rm -rf .venv
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r Tests/requirements.txt >&2
    echo "$wanted" >.venv/requirements.sha256
fi
