#!/usr/bin/env python3
"""Takes the screenshots of the README and the manual with the real program and a new library; `make screenshots` runs it.

Those of the README go to Documentation/Screenshots, at twice the size in which they are shown, and those of the manual to
Documentation/Manual/Pictures, from where they go into the executable. With `manual` it takes only these.
"""

import base64
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests"), str(ROOT / "Tests/Browser")]

from histories import study  # noqa: E402
from serving import Omena  # noqa: E402
from table import Table  # noqa: E402
from worlds import WikipediaServer, add, page as article  # noqa: E402

FOLDER = ROOT / "Documentation/Screenshots"
PICTURES = ROOT / "Documentation/Manual/Pictures"
# All pictures of the manual together.
LARGEST_MANUAL = 300_000
LARGEST = 160_000
WORDS = "First words"

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
# Small, because they are part of the program.
MANUAL = {**PHONE, "device_scale_factor": 1.5}
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1}
# The screenshots of each screen, which the README and the manual show.
KINDS = {
    "phone": (PHONE, "light", {"home", "drag", "quiz", "generate"}),
    "phone-dark": (PHONE, "dark", {"review", "cards"}),
    "manual": (MANUAL, "light", {"home", "review", "drag", "generate", "cards", "places", "languages", "statistics"}),
    "desktop": (DESKTOP, "light", {"statistics", "places"}),
}

PLACES = [
    ("Suomenlinna", 60.1454, 24.9881, "Sea fortress on eight islands, a short ferry ride from the market square."),
    ("Gamla stan", 59.325, 18.0706, "The old town of Stockholm, on an island"),
    ("Toompea", 59.4365, 24.7397, "The hill above Tallinn’s roofs"),
    ("Kuressaare Castle", 58.2466, 22.4787, "A castle with its moat by the sea"),
    ("Art Nouveau district", 56.9594, 24.1087, "Faces on the houses of Riga"),
]
NEAR = [
    article("Ateneum", "Art museum in Helsinki, Finland", at=(60.1702, 24.9443)),
    article("Harakka", "Island off the coast of Helsinki", at=(60.1468, 24.9606)),
    article("Helsinki Cathedral", "Church building in Helsinki", at=(60.1704, 24.9522)),
    article("Vallisaari", at=(60.137, 25.003)),
]

# The engine shuffles the cards; with this seed the order is the same in every screenshot.
SEED = b'"seed":[11,11]'


def deal_alike(route):
    """Passes on the server's deal with a fixed seed."""
    response = route.fetch()
    route.fulfill(response=response, body=re.sub(rb'"seed":\[\d+,\d+\]', SEED, response.body(), count=1))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, WikipediaServer() as wikipedia:
        wikipedia.pages["en"] = NEAR
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for kind, (options, scheme, _) in KINDS.items():
            if sys.argv[1:] not in ([], [kind]):
                continue
            with Omena(pathlib.Path(folder) / f"{kind}.omena", "--wikipedia", wikipedia.address) as omena:
                context = browser.new_context(color_scheme=scheme, **options)
                take(Table(context.new_page(), omena), kind)
                context.close()
        browser.close()
    size = sum(picture.stat().st_size for picture in PICTURES.iterdir())
    if size > LARGEST_MANUAL:
        sys.exit(f"The manual's pictures are larger than {LARGEST_MANUAL:,} bytes: {size:,}")


def take(table: Table, kind: str) -> None:
    """Studies as a learner does, and takes the screenshots on the way."""
    page = table.page
    page.context.route("**/study/*?*", deal_alike)
    # The library has to look used, so some answers are given first.
    table.settle(introduces=False)
    table.learn()
    table.answer(*[True] * 10)
    table.study("review", WORDS)
    for _ in range(6):
        page.keyboard.press("Space")
        page.keyboard.press("4")
    table.waits(0)
    shoot(table.home(), f"home-{kind}")

    table.study("review", WORDS)
    page.keyboard.press("Space")
    shoot(table, f"review-{kind}")
    table.study("quiz", WORDS)
    shoot(table, f"quiz-{kind}")

    table.learn(WORDS)
    table.answer(True, True, False, True)
    drag(table, kind)
    page.goto(f"{table.omena.url}/cards?query=type:verb")
    shoot(table, f"cards-{kind}")
    page.goto(f"{table.omena.url}/cards/new?type=3")
    page.get_by_label("Word", exact=True).fill("orchard")
    page.get_by_role("button", name="Generate").click()
    page.get_by_text("From WordNet").wait_for()
    shoot(table, f"generate-{kind}")
    if kind == "desktop":
        live_a_year(table)
    page.goto(f"{table.omena.url}/statistics")
    shoot(table, f"statistics-{kind}")
    deck = table.omena.read("SELECT id FROM deck WHERE name = ?", WORDS)
    page.goto(f"{table.omena.url}/decks/{deck}/options")
    page.get_by_text("Which languages to study").scroll_into_view_if_needed()
    page.evaluate("() => scrollBy(0, 500)")
    shoot(table, f"languages-{kind}")
    visit(table, kind)


def live_a_year(table: Table) -> None:
    """Answers more and more cards in the course of a year."""
    for seed in range(3, 9):
        study(table.omena, days=365 - 20 * seed, seed=seed)


def visit(table: Table, kind: str) -> None:
    """The map with an open place and nearby articles; no map tiles are requested."""
    page = table.page
    here = [add(table.omena, name, *point, description=words) for name, *point, words in PLACES][0]
    page.goto(f"{table.omena.url}/places/{here}?at=59.55,23.9,7")
    page.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Nearby…").click()
    page.get_by_role("link", name="Ateneum").wait_for()
    page.mouse.move(0, 0)
    page.evaluate("() => document.activeElement.blur()")
    page.locator(".place-panel").evaluate("(panel) => panel.scrollTo(0, 0)")
    page.evaluate("() => scrollTo(0, 0)")
    shoot(table, f"places-{kind}")


def drag(table: Table, kind: str) -> None:
    """A card on its way to the right."""
    page = table.page
    if kind.startswith("phone"):
        x, y = table.drag(86, -8)
        shoot(table, f"drag-{kind}")
        table.touch("touchMove", x, y)
        table.hold_still()
        table.release()
        return
    x, y = table.middle()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 86, y - 8, steps=6)
    shoot(table, f"drag-{kind}")
    page.mouse.move(x, y)
    page.mouse.up()


def shoot(table: Table, name: str) -> None:
    """Takes the screen, once everything has come to rest."""
    table.hold_still()
    table.page.evaluate(
        "() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished))"
    )
    scene, _, kind = name.partition("-")
    if scene not in KINDS[kind][2]:
        return
    if kind == "manual":
        return shoot_small(table, PICTURES / f"{scene}.webp")
    path = FOLDER / f"{name}.png"
    table.page.screenshot(path=path)
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}  {size:,} bytes")
    if size > LARGEST:
        sys.exit(f"{path.name} is larger than {LARGEST:,} bytes")


def shoot_small(table: Table, path: pathlib.Path) -> None:
    """Takes the screen as WebP, which Playwright cannot write itself."""
    session = table.page.context.new_cdp_session(table.page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": 50})
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(base64.b64decode(taken["data"]))
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
