"""Opens an address in a real Chromium for each line of input that says how many times the processor is slowed down, and prints the
milliseconds from the request to the first paint. It comes from another page of the site, as learners do."""

import shutil
import sys

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
    page = browser.new_page()
    devtools = page.context.new_cdp_session(page)
    page.goto(sys.argv[2])
    for line in sys.stdin:
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": int(line)})
        page.goto(sys.argv[1])
        print(
            page.evaluate(
                """async () => {
                    const painted = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
                    while (!painted()) await new Promise((resolve) => setTimeout(resolve, 20));
                    return painted() - performance.getEntriesByType("navigation")[0].requestStart;
                }"""
            ),
            flush=True,
        )
        page.goto(sys.argv[2])
