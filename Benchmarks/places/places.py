"""Opens the map with ten thousand pins and pans it for a second, and reads Chromium's own trace.

Printed: milliseconds from the start of the navigation to the load event, and from there until the pins are painted and the
page is idle; then how many of sixty frames of panning were drawn. The peers are the same map without pins, and without
coastlines as well, in the same run: the frames that the latter drops are the machine's. Last: the milliseconds of a cached response to *Nearby…* with fifty articles,
over an open connection.
"""

import json
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]
from devices import DESKTOP  # noqa: E402
from serving import Omena  # noqa: E402
from worlds import WikipediaServer, page as article  # noqa: E402

PINS = 10_000
RUNS = 5
MOVES = 60
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
USABLE = """() => new Promise((done) => {
    const { loadEventEnd } = performance.getEntriesByType("navigation")[0];
    requestAnimationFrame(() => setTimeout(() => done([loadEventEnd, performance.now() - loadEventEnd])));
})"""


def fill(omena):
    """Adds pins all over the earth, half of them in a dozen towns."""
    chance = random.Random(7)
    towns = [(chance.uniform(-50, 60), chance.uniform(-170, 170)) for _ in range(12)]
    connection = omena.connect()
    for number in range(PINS):
        latitude, longitude = chance.uniform(-60, 70), chance.uniform(-180, 180)
        if number % 2:
            town = chance.choice(towns)
            latitude, longitude = town[0] + chance.gauss(0, 0.3), town[1] + chance.gauss(0, 0.3)
        body = json.dumps({"name": f"Place {number}", "latitude": latitude, "longitude": longitude})
        headers = {"Host": f"localhost:{omena.port}", "Content-Type": "application/json"}
        connection.request("POST", "/places", body, headers)
        response = connection.getresponse()
        response.read()
        assert response.status == 200
    connection.close()


def open_map(browser, omena, at, has_world):
    page = browser.new_context(**DESKTOP, service_workers="block").new_page()
    if not has_world:
        page.route("**/world.bin", lambda route: route.abort())
    page.goto(f"{omena.url}/places?at={at}")
    return page, page.evaluate(USABLE)


def pan(browser, page):
    """Frames drawn and dropped while the map follows the mouse for a second."""
    page.wait_for_function("() => performance.getEntriesByName(document.scripts[0].src.replace('js/places.js', 'world.bin'))[0]?.responseEnd")
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.mouse.move(560, 400)
    page.mouse.down()
    page.evaluate("() => { performance.mark('moving'); }")
    began = time.perf_counter()
    for step in range(MOVES):
        time.sleep(max(0, began + step / 60 - time.perf_counter()))
        page.mouse.move(560 - 4 * step, 400 + step)
    page.evaluate("() => { performance.mark('moved'); }")
    page.mouse.up()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    moments = {event["name"]: event["ts"] for event in events if "blink.user_timing" in event["cat"]}

    def between(name):
        return sum(
            event["name"] == name and event.get("ph") in "XIiB" and moments["moving"] <= event["ts"] <= moments["moved"]
            for event in events
        )

    return between("DrawFrame"), between("DroppedFrame")


def measure(browser, omena, at, has_world=True):
    opened, frames = [], []
    for _ in range(RUNS):
        page, times = open_map(browser, omena, at, has_world)
        opened.append(times)
        frames.append(pan(browser, page))
        page.context.close()
    return opened, frames


def nearby(omena):
    """The milliseconds of each of many cached responses."""
    connection = omena.connect()
    times = []
    for _ in range(300):
        began = time.perf_counter()
        connection.request("GET", "/places/nearby?at=60.17,24.94", headers={"Host": f"localhost:{omena.port}"})
        response = connection.getresponse()
        body = response.read()
        times.append(1000 * (time.perf_counter() - began))
        assert response.status == 200 and len(json.loads(body)["articles"]) == 50
    connection.close()
    # The first one came from Wikipedia.
    return times[1:]


def report(name, opened, frames):
    load, after = (statistics.median(times) for times in zip(*opened))
    of_sixty = [60 * drawn / max(1, drawn + dropped) for drawn, dropped in frames]
    print(
        f"{name:32} loaded after {load:5.0f} ms, usable {after:4.0f} ms later (worst {max(t[1] for t in opened):.0f}); "
        f"of 60 frames drawn: median {statistics.median(of_sixty):4.1f}, worst {min(of_sixty):4.1f}"
    )


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
    with Omena(pathlib.Path(folder) / "none.omena") as omena:
        bare = measure(browser, omena, "20,0,3", has_world=False)
        none = measure(browser, omena, "20,0,3")
    with Omena(pathlib.Path(folder) / "many.omena") as omena:
        fill(omena)
        report("no pin, no coastlines", *bare)
        report("no pin", *none)
        report(f"{PINS} pins, the whole earth", *measure(browser, omena, "20,0,3"))
        report(f"{PINS} pins, one town", *measure(browser, omena, "35.1,-137.2,8"))
    browser.close()
    with WikipediaServer() as wikipedia, Omena(pathlib.Path(folder) / "near.omena", "--wikipedia", wikipedia.address) as omena:
        wikipedia.pages["en"] = [
            article(f"Article {number}", "Something in Helsinki", at=(60.1 + number / 1000, 24.9)) for number in range(50)
        ]
        times = nearby(omena)
        assert len(wikipedia.asked) == 1
        print(f"{'nearby, from the cache':32} median {statistics.median(times):.2f} ms, worst {max(times):.2f}")
