"""What tests use to check pages for screen readers, large text and colour schemes."""

from axe_playwright_python.base import AXE_SCRIPT

SCHEMES = ({"color_scheme": "light"}, {"color_scheme": "dark"})

# Windows that every page must fit: width, height and size of text in percent.
WINDOWS = ((320, 640, 100), (390, 844, 200), (740, 360, 100), (1280, 800, 200))

# Elements that stick out of the screen sideways, and texts that their box cuts off.
LOST = """() => {
    const lost = [];
    if (document.documentElement.scrollWidth > innerWidth) lost.push(`page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest("[inert], [aria-hidden=true], .vh, .sprite, template, .skip")) continue;
        if (!element.checkVisibility()) continue;
        const { left, right, width, height } = element.getBoundingClientRect();
        if (width === 0 || height === 0) continue;
        const says = `${element.tagName}.${element.className}`;
        if (left < -1 || right > innerWidth + 1) lost.push(`${says} from ${left} to ${right}`);
        const { overflowX } = getComputedStyle(element);
        if (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) lost.push(`${says} is cut off`);
    }
    return lost;
}"""

# Finishes all animations and those that start when they end. They are not awaited, because Chromium suspends them in closed
# `details`, where they never end.
FINISH = """async () => {
    for (let turn = 0; turn < 100; turn++) {
        const moving = document.getAnimations().filter(({ playState }) => playState === "running");
        if (moving.length === 0) return;
        for (const animation of moving) {
            if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
            else animation.finish();
        }
        await new Promise((resolve) => setTimeout(resolve));
    }
    throw new Error("Something on this page moves again and again.");
}"""

# Looks for what is lost with a size of text. One script does all of it, because each call costs as much as its work.
LOST_ENLARGED = f"""async (text) => {{
    document.documentElement.style.fontSize = `${{text}}%`;
    await ({FINISH})();
    return ({LOST})();
}}"""

# What axe finds, or null where it has not been loaded.
RUN_AXE = f"""async (options) => {{
    await ({FINISH})();
    return "axe" in window ? (await axe.run(options)).violations : null;
}}"""


def violations(page, **options):
    """What axe finds once all animations have ended.

    axe is loaded only once a page, because parsing its script takes as long as running it.
    """
    options = {"resultTypes": ["violations"], **options}
    page.wait_for_load_state()
    found = page.evaluate(RUN_AXE, options)
    if found is None:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(RUN_AXE, options)
    return [f"{rule['id']}: {node['html']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]


def violations_in_schemes(page, *schemes):
    """What axe finds: by all rules in the first scheme, by those about colours in the others.

    Only colours differ between schemes, and the other rules take most of axe's time.
    """
    found = []
    for scheme in schemes or SCHEMES:
        page.emulate_media(**scheme)
        rules = {"runOnly": ["color-contrast", "link-in-text-block"]} if found else {}
        found.append((scheme, violations(page, **rules)))
    return [f"{scheme}: {violation}" for scheme, violations in found for violation in violations]


def violations_mirrored(page):
    """What axe finds once the page is laid out from right to left: by all rules except contrast, because colours stay the same.

    Contrast takes most of the time of a run on a page with many texts.
    """
    page.evaluate("document.documentElement.dir = 'rtl'")
    return violations(page, rules={"color-contrast": {"enabled": False}})


def lost(page, except_in=()):
    """What sticks out of small windows or is cut off, also with large text."""
    own, found = page.viewport_size, []
    elements = LOST_ENLARGED.replace("[inert],", ", ".join(["[inert]", *except_in]) + ",")
    page.wait_for_load_state()
    for width, height, text in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} × {height}, {text} %: {element}" for element in page.evaluate(elements, text)]
    page.set_viewport_size(own)
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    return found


def finish_animations(page):
    """Waits for style sheets, then finishes all animations."""
    page.wait_for_load_state()
    page.evaluate(FINISH)
