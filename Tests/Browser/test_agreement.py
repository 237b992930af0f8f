"""Compares the engine in the browser with the native one: the same sessions and the same numbers, bit for bit."""

import base64
import gzip
import os
import pathlib
import re
import subprocess
import sys

import pytest
from serving import BUILT, Omena, copy_new_library

ROOT = pathlib.Path(__file__).resolve().parents[2]
SESSIONS = int(os.environ.get("OMENA_SESSIONS", 100_000 if os.environ.get("OMENA_SOAK") else 10_000))
BLOCKS = SESSIONS // 100  # of 10,000 numbers each

EXPORTS = {
    *("begin", "raceFor", "startAgain", "retry", "join", "joinUntil", "leave"),
    *("card", "introduce", "isIntroduced", "answer", "answerUntil", "undo", "next", "previous"),
    *("remembered", "answered", "total", "missed", "round", "isOver"),
    *("tick", "resume", "pause", "secondsLeft", "waiting", "nextReturn"),
    *("save", "restore", "buffer", "version"),
    *("meanings", "choices", "judge"),
    *("parameters", "rules", "outcomes", "schedule", "retrievability", "simulate"),
    *("distance", "findingGrade", "findingReach"),
    *("exp", "log", "pow", "memory"),
}


@pytest.fixture(scope="module")
def wasm(tmp_path_factory):
    """`recall.wasm` as the program serves it."""
    library = tmp_path_factory.mktemp("engine") / "library.omena"
    copy_new_library(library)
    with Omena(library) as omena:
        page = omena.get("/study/learn?deck=First%20questions")[2].decode()
        path = re.search(r'href="([^"]+/recall\.wasm)"', page)[1]
        status, headers, module = omena.get(path)
    assert (status, headers["Content-Type"]) == (200, "application/wasm")
    return gzip.decompress(module) if headers["Content-Encoding"] == "gzip" else module


@pytest.fixture(scope="module")
def native():
    """The output of the native engine, built like the server's."""
    run = subprocess.run([BUILT / "Agreement", str(SESSIONS), str(BLOCKS)], check=True, capture_output=True, text=True)
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def browser(wasm, chromium):
    """The output of the engine in Chromium."""
    task = {"wasm": base64.b64encode(wasm).decode(), "sessions": SESSIONS, "blocks": BLOCKS}
    page = chromium.new_page()
    page.add_script_tag(path=ROOT / "Tests/Agreement/agreement.js")
    answer = page.evaluate("task => agreement(task)", task)
    page.close()
    return answer


def test_both_builds_give_the_same_bits(native, browser):
    assert len(native) == SESSIONS + 6 * BLOCKS
    unlike = [pair for pair in zip(native, browser["lines"], strict=True) if pair[0] != pair[1]]
    assert not unlike, f"{len(unlike)} of {len(native)} differ, first {unlike[0]}"


def test_sessions_with_different_seeds_differ(native):
    digests = {line.split()[-1] for line in native}
    assert len(digests) > 0.99 * len(native)


def test_the_coefficients_match_the_script():
    script = [sys.executable, ROOT / "Scripts/fit-polynomials.py"]
    output = subprocess.run(script, check=True, capture_output=True, text=True).stdout
    found = {line.strip() for line in output.splitlines() if line.startswith(" ")}
    sources = (ROOT / "Sources/Recall/Mathematics").glob("*.swift")
    written = re.findall(r"\b\d\.\d{9,}(?:e[-+]\d+)?", "".join(path.read_text() for path in sources))
    assert len(set(written)) > 20
    assert set(written) <= found


def test_the_module_imports_nothing(browser):
    assert browser["imports"] == []
    assert set(browser["exports"]) == EXPORTS


def test_the_module_stays_small(wasm):
    """It may grow by 5 %; beyond that the recorded size has to be changed, with the reason in the commit."""
    size = len(gzip.compress(wasm, 9, mtime=0))
    recorded = int((ROOT / "Benchmarks/recall-wasm-size").read_text())
    assert size <= 1.05 * recorded, f"recall.wasm has {size} bytes gzipped; {recorded} are recorded"
    assert size < 60_000, "the budget of a first visit"
