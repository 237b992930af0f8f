#!/usr/bin/env bash
# install-peers.sh: installs the programs that benchmarks compare with into .venv-bench, unless they are up to date.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=$(sha256sum <Benchmarks/requirements.txt)
if [[ $(cat .venv-bench/requirements.sha256 2>/dev/null) != "$wanted" ]]; then
    echo "Installing the peers into .venv-bench" >&2
    rm -rf .venv-bench
    python3 -m venv .venv-bench
    .venv-bench/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/requirements.txt >&2
    echo "$wanted" >.venv-bench/requirements.sha256
fi
