"""Opens a session of every mode and measures from the start of the navigation to the card that can be swiped.

The processor is slowed down four times, as on a modest phone; the network is the loopback interface. The first visit finds
an empty cache, the second one the files of the first. The peer is a minimal page that compiles the same engine with one
module, from a server that does nothing else. All run together: trust the ratios.
"""

import http.server
import pathlib
import shutil
import statistics
import sys
import tempfile
import threading

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]
from devices import PHONE  # noqa: E402
from serving import Omena  # noqa: E402

RUNS = 7
SLOWER = 4
MODES = ["browse", "learn", "race", "review", "quiz"]

# A page is ready when a finger can move the card: its text is there, and the session is in the state "studying".
WATCH = """window.ready = new Promise((resolve) => new MutationObserver((_, observer) => {
    const main = document.querySelector("main");
    if (main?.dataset.state !== "studying" || !document.querySelector(".scene[data-depth='0'] .word")?.textContent) return;
    resolve(performance.now());
    observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributes: true }));"""

LEAST = {
    "/": ("text/html", b'<!doctype html><main><div class="scene" data-depth="0"><p class="word"></p></div></main>'
          b'<script type="module" src="/least.js"></script>'),
    "/least.js": ("text/javascript", b'await WebAssembly.instantiateStreaming(fetch("/recall.wasm"));'
                  b'document.querySelector(".word").textContent = "1"; document.querySelector("main").dataset.state = "studying";'),
}  # fmt: skip


class Least(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files = dict(LEAST)

    def do_GET(self):
        kind, body = self.files.get(self.path, ("text/plain", b""))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=31536000, immutable")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def visit(page, address):
    """Milliseconds until the page is ready."""
    page.goto(address, wait_until="commit")
    return page.evaluate("window.ready")


def measure(browser, address):
    """First and second visits in milliseconds, and how many bytes the first one took."""
    first, second, weights = [], [], []
    for _ in range(RUNS):
        context = browser.new_context(**PHONE, service_workers="block")
        page = context.new_page()
        page.add_init_script(WATCH)
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        received = []
        devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
        first.append(visit(page, address))
        weights.append(sum(received))
        page.wait_for_load_state("networkidle")
        page.goto("about:blank")
        second.append(visit(page, address))
        context.close()
    return statistics.median(first), statistics.median(second), max(weights)


def table(browser, omena, least):
    rows = [(mode, measure(browser, f"{omena.url}/study/{mode}?deck=First%20words")) for mode in MODES]
    rows.append(("least", measure(browser, least)))
    print(f"{'':8}{'first visit':>14}{'second visit':>14}{'on the wire':>14}   {SLOWER} × slower")
    for name, (first, second, weight) in rows:
        print(f"{name:8}{first:11.0f} ms{second:11.0f} ms{weight / 1000:11.1f} kB")
    least_first, least_second, _ = rows[-1][1]
    worst_first = max(first for name, (first, _, _) in rows[:-1])
    worst_second = max(second for name, (_, second, _) in rows[:-1])
    print(f"slowest mode beside the least page: {worst_first / least_first:.2f} first, {worst_second / least_second:.2f} second")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Least)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Omena(pathlib.Path(folder) / "library.omena") as omena:
            Least.files["/recall.wasm"] = ("application/wasm", engine(omena))
            table(browser, omena, f"http://127.0.0.1:{server.server_port}/")
        browser.close()
        server.shutdown()


def engine(omena):
    """The module as Omena serves it, unpacked."""
    import gzip
    import re

    page = omena.get("/study/learn?deck=First%20words")[2].decode()
    body = omena.get(re.search(r'href="(/assets/[^"]*/recall\.wasm)"', page)[1])[2]
    return gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body


main()
