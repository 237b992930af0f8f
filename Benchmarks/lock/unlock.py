"""Unlocks a library by passkey repeatedly, and measures how long the server takes.

The passkey is in Chromium's virtual authenticator. The time counts from sending its signed response to the end of the
server's answer; neither the authenticator nor the page is included.
"""

import pathlib
import shutil
import statistics
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]
from authenticator import Authenticator  # noqa: E402
from devices import PHONE  # noqa: E402
from lock import Lock  # noqa: E402
from serving import Omena  # noqa: E402

RUNS = 9

with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
    with Omena(pathlib.Path(folder) / "library.omena") as omena:
        lock = Lock(browser.new_context(**PHONE).new_page(), omena)
        Authenticator(lock.page)
        lock.turn_on("passkey")
        times = []
        for _ in range(RUNS):
            with lock.page.expect_request_finished(lambda request: request.url.endswith("/unlock/passkey")) as sent:
                lock.unlock_by_passkey()
            timing = sent.value.timing
            times.append(timing["responseEnd"] - timing["requestStart"])
            lock.is_open()
            lock.lock()
    browser.close()
print(f"unlock by passkey (ms)  {statistics.median(times):.1f}, at most {max(times):.1f}")
