#!/usr/bin/env python3
"""Takes the pictures of the README: `make screenshots` runs it with the real program on a library of its own.

Each goes to Documentation/Screenshots, at twice the size in which it is shown, with colours reduced by nothing but
Chromium's own compression.
"""

import pathlib
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]

from serving import Omena  # noqa: E402
from table import Table  # noqa: E402

FOLDER = ROOT / "Documentation/Screenshots"
LARGEST = 150_000

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1}
# What is taken on which screen.
KINDS = {
    "phone": (PHONE, "light", {"home", "study", "drag", "answer", "end"}),
    "phone-dark": (PHONE, "dark", {"home", "drag", "answer"}),
    "desktop": (DESKTOP, "light", {"home", "drag", "end"}),
    "desktop-dark": (DESKTOP, "dark", {"answer"}),
}

# The order of the cards is the engine's; with this seed it is the same in every picture.
SEED = "Crypto.prototype.getRandomValues = (array) => array.fill(11)"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for kind, (options, scheme, _) in KINDS.items():
            with Omena(pathlib.Path(folder) / f"{kind}.omena") as omena:
                context = browser.new_context(color_scheme=scheme, **options)
                take(Table(context.new_page(), omena), kind)
                context.close()
        browser.close()


def take(table: Table, kind: str) -> None:
    """Goes through a session as a learner does, and takes a picture of each thing worth seeing."""
    page = table.page
    # A library that has been used for a while looks like one; the answers are given, not made up.
    table.learn()
    table.answer(*[True] * 10)
    table.waits(0)
    page.context.add_init_script(SEED)
    table.learn("First words")
    table.answer(*[True] * 22, False, *[True] * 3)
    table.waits(0)

    shoot(table.home(), f"home-{kind}")
    table.learn("First words")
    shoot(table, f"study-{kind}")
    if kind.startswith("phone"):
        x, y = table.drag(86, -8)
        shoot(table, f"drag-{kind}")
        table.touch("touchMove", x, y)
        table.hold_still()
        table.release()
        table.tap()
    else:
        x, y = table.middle()
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 86, y - 8, steps=6)
        shoot(table, f"drag-{kind}")
        page.mouse.move(x, y)
        table.hold_still()
        page.mouse.up()
        page.mouse.click(x, y)
    shoot(table, f"answer-{kind}")

    table.learn()
    table.answer(*[True] * 5, False, True, True, False, True)
    shoot(table, f"end-{kind}")


def shoot(table: Table, name: str) -> None:
    """Takes the screen, once everything has come to rest."""
    table.hold_still()
    table.page.evaluate(
        "() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished))"
    )
    scene, _, kind = name.partition("-")
    if scene not in KINDS[kind][2]:
        return
    path = FOLDER / f"{name}.png"
    table.page.screenshot(path=path)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}  {size:,} bytes")
    if size > LARGEST:
        sys.exit(f"{path.name} is larger than {LARGEST:,} bytes")


if __name__ == "__main__":
    main()
