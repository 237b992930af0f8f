"""Measures the list of cards in a large library while somebody types in its search field.

Letters are typed in a real Chromium, and the time from each key press to the end of the frame that shows other rows is
measured; the same queries are sent over HTTP, and the page is opened. The server's memory is its peak in the end.
"""

import pathlib
import shutil
import statistics
import sys
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]
from devices import DESKTOP  # noqa: E402
from serving import Omena  # noqa: E402

ROUNDS = 20

WATCH = """() => {
    window.paints = [];
    let pressed = 0;
    addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
    // Rows are visible when a task runs that was posted while their frame was rendered.
    new MutationObserver(() => {
        if (!pressed) return;
        const begin = pressed;
        pressed = 0;
        requestAnimationFrame(() => {
            const done = new MessageChannel();
            done.port1.onmessage = () => window.paints.push(performance.now() - begin);
            done.port2.postMessage(null);
        });
    }).observe(document.getElementById("found"), { childList: true, subtree: true });
}"""


def verdict(sentence, value, bound):
    print(f"{'yes' if value <= bound else 'NO '}  {sentence}: {value:.1f}, at most {bound}")


def median_of(omena, path, **headers):
    """The median time of a response in milliseconds, over one connection."""
    connection = omena.connect()
    times = []
    for _ in range(ROUNDS + 2):
        begin = time.perf_counter()
        connection.request("GET", path, headers={"Host": f"localhost:{omena.port}", **headers})
        response = connection.getresponse()
        response.read()
        times.append((time.perf_counter() - begin) * 1000)
        assert response.status == 200
    connection.close()
    return statistics.median(times[2:])


def type_words(browser, omena, words):
    """The times from each key press to its rows."""
    context = browser.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{omena.url}/cards")
    page.evaluate(WATCH)
    box = page.locator("#query")
    for word in words:
        for letter in word:
            count = page.evaluate("window.paints.length")
            box.press(letter)
            page.wait_for_function("count => window.paints.length > count", arg=count)
        box.fill("")
        page.wait_for_timeout(300)
    paints = page.evaluate("window.paints")
    context.close()
    return paints


def main():
    library, *words = sys.argv[1:]
    with sync_playwright() as playwright, Omena(library) as omena:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        print(f"\nOver HTTP, medians of {ROUNDS}, ms\n")
        print("| query | rows |")
        print("|---|---:|")
        slowest = 0
        for query in [words[0][:1], words[0][:2], words[0], "is%3Adue", "tag%3Atopic", "%E8%AA%9E"]:
            took = median_of(omena, f"/cards?query={query}", Prefer="rows")
            slowest = max(slowest, took)
            print(f"| `{query}` | {took:.1f} |")
        opened = median_of(omena, "/cards")
        paints = type_words(browser, omena, words)
        browser.close()
        status = pathlib.Path(f"/proc/{omena.process.pid}/status").read_text()
        memory = int(next(line for line in status.splitlines() if line.startswith("VmHWM:")).split()[1]) / 1024
        print()
        verdict("first rows over HTTP after the slowest query, ms", slowest, 50)
        verdict("the list opens, ms", opened, 50)
        verdict(f"first rows on screen after a key press, median of {len(paints)}, ms", statistics.median(paints), 50)
        verdict("memory of the whole server, MiB", memory, 128)


main()
