"""Compares how fast Chromium and the native engine schedule the same reviews, alternating; the best of three runs."""

import base64
import pathlib
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

RUNS = 3
module, native, reviews = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
task = {"wasm": base64.b64encode(module.read_bytes()).decode(), "reviews": reviews}


def run_natively():
    output = subprocess.run([native, str(reviews)], check=True, capture_output=True, text=True).stdout.split()
    return {"seconds": float(output[0]), "stability": float(output[1])}


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
    page = chromium.new_page()
    page.add_script_tag(path=pathlib.Path(__file__).with_name("schedule.js"))
    runs = [(page.evaluate("task => scheduleReviews(task)", task), run_natively()) for _ in range(RUNS)]
    chromium.close()

for web, native_run in runs:
    assert web["stability"] == native_run["stability"], "the two engines give different schedules"
millions = [reviews / min(run[engine]["seconds"] for run in runs) / 1e6 for engine in (0, 1)]
print(f"recall.wasm in Chromium   {millions[0]:6.2f} M reviews/s")
print(f"natively, one core        {millions[1]:6.2f} M reviews/s")
print(f"ratio                     {millions[0] / millions[1]:6.2f}")
