"""In every language each text has its place: nothing is cut off, overlaps or sticks out, on small screens and with large text."""

import re
from urllib.parse import urljoin, urlparse

import pytest
from accessibility import LOST, finish_animations

# Windows and sizes of text in percent at which texts are most likely to be too long.
WINDOWS = ((320, 640, 100), (390, 844, 200))

# Texts that another one covers, and those longer than their button or field.
CROWDED = """() => {
    const hidden = "[inert], [aria-hidden=true], .vh, .sprite, template, .skip, .leaflet-container";
    const shown = (element) => element !== null && !element.closest(hidden) && element.checkVisibility({ visibilityProperty: true });
    // What stays in place while the rest scrolls may lie over it.
    const layerOf = (element) => {
        for (let one = element; one !== document.body; one = one.parentElement) {
            if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return one;
        }
        return document.body;
    };
    const clipOf = (element) => {
        const clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
        for (let one = element; one !== document.body; one = one.parentElement) {
            if (getComputedStyle(one).overflowX === "visible") continue;
            const { left, right, top, bottom } = one.getBoundingClientRect();
            clip.left = Math.max(clip.left, left);
            clip.right = Math.min(clip.right, right);
            clip.top = Math.max(clip.top, top);
            clip.bottom = Math.min(clip.bottom, bottom);
        }
        return clip;
    };
    const crowded = [], lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, owner = text.parentElement;
        if (text.data.trim() === "" || !shown(owner) || owner.closest("script, style, svg, option, ruby, textarea")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = owner.closest("button, .btn, .chip, .badge, summary, label, th")?.getBoundingClientRect();
        const layer = layerOf(owner), clip = clipOf(owner);
        for (const line of range.getClientRects()) {
            const left = Math.max(line.left, clip.left), right = Math.min(line.right, clip.right);
            const top = Math.max(line.top, clip.top), bottom = Math.min(line.bottom, clip.bottom);
            if (right - left < 2 || bottom - top < 2) continue;
            if (box && (left < box.left - 1 || right > box.right + 1)) crowded.push(`“${text.data.trim()}” sticks out of its ${owner.tagName}.${owner.className}`);
            lines.push({ text, layer, left, right, top: top + (bottom - top) * 0.3, bottom: bottom - (bottom - top) * 0.3 });
        }
    }
    lines.sort((one, other) => one.top - other.top);
    for (let first = 0; first < lines.length; first++) {
        const one = lines[first];
        for (let next = first + 1; next < lines.length && lines[next].top < one.bottom; next++) {
            const other = lines[next];
            if (other.text === one.text || other.layer !== one.layer) continue;
            if (other.left < one.right - 2 && one.left < other.right - 2) crowded.push(`“${one.text.data.trim()}” overlaps “${other.text.data.trim()}”`);
        }
    }
    const ink = document.createElement("canvas").getContext("2d");
    for (const field of document.querySelectorAll("input[placeholder], select")) {
        if (!shown(field) || getComputedStyle(field).color === "rgba(0, 0, 0, 0)" || field.value !== "" && field.tagName === "INPUT") continue;
        const style = getComputedStyle(field);
        ink.font = style.font;
        const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.text ?? "" : field.placeholder;
        const space = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (ink.measureText(text).width > space + 1) crowded.push(`“${text}” is longer than its ${field.tagName} ${field.name}`);
    }
    return [...new Set(crowded)];
}"""

# Boxes that scroll sideways, and fields, whose text scrolls.
SCROLLS = ("[inert]", ".leaflet-container", ".heat-scroll", ".figure-table", "input")

LINKS = "() => [...document.querySelectorAll('a[href]:not([download]):not([target])')].map(({ href }) => href)"


# The rows of the tab bar.
ROWS = "() => new Set([...document.querySelectorAll('.nav li')].map((section) => section.getBoundingClientRect().top)).size"


def kind(address):
    """Addresses that differ only by ids and queries are the same page."""
    parts = urlparse(address)
    path = re.sub(r"/[0-9]+(?=/|$)", "/#", parts.path)
    return re.sub(r"^/help/.*", "/help/#", path), parts.query.partition("=")[0]


def walk(page, start):
    """Opens one page of each kind that links lead to, from the first."""
    known, waiting = {kind(start)}, [start]
    while waiting:
        address = waiting.pop(0)
        page.goto(address)
        yield address
        for link in page.evaluate(LINKS):
            link = urljoin(address, link)
            if link.startswith(start) and kind(link) not in known and not re.search(r"/(export|media|backup)\b.*\?", link):
                known.add(kind(link))
                waiting.append(link)


@pytest.mark.parametrize("language", ["en", "fr", "ja", "ko", "pa", "uk"])
def test_each_text_fits_its_place(open_context, omena, language):
    page = open_context(viewport={"width": 320, "height": 640}, extra_http_headers={"Accept-Language": language}).new_page()
    found, addresses = [], []
    sticks_out = LOST.replace("[inert]", ", ".join(SCROLLS))
    for address in walk(page, f"{omena.url}/"):
        addresses.append(address)
        for width, height, text in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("(text) => { document.documentElement.style.fontSize = `${text}%`; }", text)
            finish_animations(page)
            if text == 100:
                assert page.evaluate(ROWS) < 2, address
            faults = page.evaluate(sticks_out) + page.evaluate(CROWDED)
            found += [f"{address.removeprefix(omena.url)} {width} px, {text} %: {fault}" for fault in faults]
    assert len(addresses) > 40
    assert found == []
