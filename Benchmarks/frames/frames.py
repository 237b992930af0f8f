"""Drags a card for a second and lets it fly, with the processor slowed down four times, and reads Chromium's own trace.

Counted from the first move to the end of the flight: frames drawn and dropped, dropped frames per sixty, and layouts
after the first frame of the drag, which needs none because it only moves and tints the card. The peer is a page that
only moves one box of the same size with the same touches, in the same run: the frames that it drops are the machine's.
"""

import json
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]
from devices import PHONE  # noqa: E402
from serving import Omena  # noqa: E402
from table import Table  # noqa: E402

RUNS = 9
MOVES = 60
SLOWER = 4
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]

# A box as large as a card that leans as a card does: the least that any card costs.
LEAST = """<!doctype html><meta name="viewport" content="width=device-width">
<div id="deck" style="position:fixed;inset:120px 16px 180px;touch-action:none">
<div id="sheet" style="block-size:100%;border-radius:28px;background:#c33;will-change:translate,rotate"></div></div>"""

MOVE = """() => {
    const sheet = document.getElementById("sheet");
    let start;
    addEventListener("pointerdown", (event) => { start = event.clientX; });
    addEventListener("pointermove", (event) => {
        const x = event.clientX - start;
        sheet.style.translate = `${x}px 0px`;
        sheet.style.rotate = `${x / 5}deg`;
    });
    addEventListener("pointerup", () => {
        const { translate, rotate } = sheet.style;
        sheet.style.translate = sheet.style.rotate = "";
        sheet.animate([{ translate, rotate }, { translate: "600px 0px", rotate: "20deg" }], 490);
    });
}"""


def mark(page, name):
    page.evaluate(f"() => {{ performance.mark({name!r}); }}")


def gesture(table):
    """Sixty moves out, back and out again, like a hesitating finger, and the release."""
    page = table.page
    x, y = table.middle()
    table.touch("touchStart", x, y)
    began = time.perf_counter()
    for step in range(MOVES):
        # Out to 90, back to −40, out to 130: the tint passes through both colours.
        share = step / (MOVES - 1)
        dx = 130 * share - 120 * share * (1 - share) * (1 if step % 2 else 0.96)
        # A screen reports a finger sixty times a second.
        time.sleep(max(0, began + step / 60 - time.perf_counter()))
        table.touch("touchMove", x + dx, y + 3 * share)
        if step == 0:
            mark(page, "moving")
    mark(page, "released")
    table.release()
    page.evaluate(
        """() => Promise.all(document.getAnimations({ subtree: true }).map((animation) => animation.finished.catch(() => {})))"""
    )
    mark(page, "flown")


def trace(browser, page, act):
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    return json.loads(browser.stop_tracing())["traceEvents"]


def count(events):
    moments = {event["name"]: event["ts"] for event in events if "blink.user_timing" in event["cat"]}
    begin, release, end = moments["moving"], moments["released"], moments["flown"]

    def between(name, first, last):
        return sum(event["name"] == name and event.get("ph") in "XIiB" and first <= event["ts"] <= last for event in events)

    drawn, dropped = between("DrawFrame", begin, end), between("DroppedFrame", begin, end)
    # The first frame may lay out what the touch has changed: a lifted card, a pressed button.
    layouts = between("Layout", begin + 16_700 * SLOWER, release)
    return drawn, dropped, layouts


def measure(browser, open_table):
    """The frames drawn, frames dropped and layouts of several drags on one page."""
    table = open_table()
    page = table.page
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    counted = [count(trace(browser, page, lambda: gesture(table))) for _ in range(RUNS)]
    page.context.close()
    return counted


def report(name, counted):
    drawn = sum(run[0] for run in counted)
    dropped = sum(run[1] for run in counted)
    per_sixty = [60 * run[1] / max(run[0] + run[1], 1) for run in counted]
    layouts = sum(run[2] for run in counted)
    print(
        f"{name:28} {drawn:5} drawn {dropped:4} dropped; of 60 dropped: median {statistics.median(per_sixty):4.1f}, "
        f"worst {max(per_sixty):4.1f}; layouts after the first frame {layouts}"
    )


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        with Omena(pathlib.Path(folder) / "library.omena") as omena:

            def card():
                return Table(browser.new_context(**PHONE).new_page(), omena).learn("First words")

            def sheet():
                page = browser.new_context(**PHONE).new_page()
                page.set_content(LEAST)
                page.evaluate(MOVE)
                return Table(page, omena)

            report("a card of Omena", measure(browser, card))
            report("one sheet", measure(browser, sheet))
        browser.close()


if __name__ == "__main__":
    main()
