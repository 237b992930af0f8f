"""Swipes through a deck in a real Chromium and measures from each release to the end of the frame that follows it.

It also checks that the next card is on top in that frame. The peer is a page that only adds one letter on `pointerup`: no
page can paint sooner. Both run at full speed and with the processor slowed down four times, as on a modest phone. A frame
lasts 16.7 ms, and a release falls anywhere in it.
"""

import pathlib
import shutil
import statistics
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]
from devices import PHONE  # noqa: E402
from serving import Omena  # noqa: E402
from table import Table  # noqa: E402

SWIPES = 40

WATCH = """() => {
    window.paints = [];
    window.shown = [];
    // The frame after a release is done when a task that was posted during the frame runs.
    document.addEventListener("pointerup", (event) => requestAnimationFrame(() => {
        window.shown.push(document.querySelector(".scene[data-depth='0'] .front .word")?.textContent);
        const done = new MessageChannel();
        done.port1.onmessage = () => window.paints.push(performance.now() - event.timeStamp);
        done.port2.postMessage(null);
    }));
}"""

LEAST = """<!doctype html><main id="deck" style="position:fixed;inset:0;touch-action:none"><p>0</p></main>"""


def swipe_through(table, swipes):
    """Swipes; returns the words that should be on top after each release."""
    expected = []
    for _ in range(swipes):
        table.swipe(160)
        expected.append(table.prompt)
    return expected


def settle(page, swipes):
    page.evaluate(
        f"""async () => {{
            const begin = performance.now();
            while (window.paints.length < {swipes}) {{
                if (performance.now() - begin > 10_000) throw new Error(`${{window.paints.length}} releases were seen.`);
                await new Promise((resolve) => setTimeout(resolve, 50));
            }}
        }}"""
    )
    return page.evaluate("window.paints")


def slow_down(page, rate):
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def measure_omena(browser, omena, rate):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    table = Table(page, omena).learn("First words")
    page.evaluate(WATCH)
    slow_down(page, rate)
    expected = swipe_through(table, SWIPES)
    paints = settle(page, SWIPES)
    shown = page.evaluate("window.shown")
    context.close()
    late = sum(word != right for word, right in zip(shown, expected))
    return paints, late


def measure_least(browser, omena, rate):
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.set_content(LEAST)
    page.evaluate(
        "() => document.addEventListener('pointerup', () => { document.querySelector('p').textContent += '.'; })"
    )
    page.evaluate(WATCH)
    slow_down(page, rate)
    table = Table(page, omena)
    for _ in range(SWIPES):
        table.drag(160)
        table.release()
    paints = settle(page, SWIPES)
    context.close()
    return paints


def first_visit(browser, omena):
    """The bytes over the network with an empty cache until a card can be swiped, and with the home page as well."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    total = []
    devtools.on("Network.loadingFinished", lambda event: total.append(event["encodedDataLength"]))
    Table(page, omena).learn("First words")
    study = sum(total)
    page.goto(f"{omena.url}/", wait_until="networkidle")
    both = sum(total)
    context.close()
    return study, both


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
    with Omena(pathlib.Path(folder) / "library.omena") as omena:
        study, both = first_visit(browser, omena)
        print(f"first visit until the study page can be swiped {study / 1000:7.1f} kB; home as well {both / 1000:.1f} kB")
        for rate in (1, 4):
            ours, late = measure_omena(browser, omena, rate)
            least = measure_least(browser, omena, rate)
            median, least_median = statistics.median(ours), statistics.median(least)
            print(f"release to next paint, {rate} × slower: {median:5.1f} ms (worst {max(ours):.0f});", end=" ")
            print(f"a page that changes one word {least_median:5.1f} ms; ratio {median / max(least_median, 1):.2f};", end=" ")
            print(f"{late} of {SWIPES} cards not in the first frame")
    browser.close()
