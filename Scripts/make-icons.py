#!/usr/bin/env python3
"""Draws the PNG icons from the logo, with Chromium: .venv/bin/python Scripts/make-icons.py

The results are committed; run it again when the logo changes.
"""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).resolve().parent.parent / "Sources/Pages/Assets/icons"
PAPER = "#FAF6F1"

# name: (pixels, share of the square that the logo fills, background)
FILES = {
    "icon-192.png": (192, 0.94, "transparent"),
    "icon-512.png": (512, 0.94, "transparent"),
    # A launcher may cut a mask down to a circle of 80 %.
    "maskable-512.png": (512, 0.58, PAPER),
    "apple-touch-180.png": (180, 0.76, PAPER),
}


def main() -> None:
    logo = (ICONS / "logo.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for name, (size, share, background_colour) in FILES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"""<style>
                body {{ margin: 0; height: 100vh; display: grid; place-items: center; background: {background_colour} }}
                svg {{ width: {share * 100}vw; height: {share * 100}vw }}
                </style>{logo}"""
            )
            page.screenshot(path=ICONS / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
