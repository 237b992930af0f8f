// Searches the manual where the server cannot: this page then comes from the cache, and so do the chapters.

import { cloneTemplate, element, part } from "../page.js";

const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
const found = element("found");
if (query && found.dataset.query !== query) await search();

async function search() {
    /** @type {HTMLInputElement} */ (element("q")).value = query;
    const words = folded(query).split(" ").filter(Boolean);
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (element("chapters").querySelectorAll("a"));
    const hits = cloneTemplate("hits");
    const list = part(hits, "ul");
    for (const { href } of links) {
        const text = await (await fetch(href)).text();
        for (const section of new DOMParser().parseFromString(text, "text/html").querySelectorAll(".chapter > section")) {
            const hit = hitIn(section, words);
            if (hit) list.append(row(href, section, hit));
        }
    }
    found.replaceChildren(list.childElementCount > 0 ? hits : cloneTemplate("nothing-found"));
}

/**
 * The part of a section with the first of the words, if the section has them all.
 * @param {Element} section
 * @param {string[]} words
 */
function hitIn(section, words) {
    const title = titleOf(section);
    // The summary is before the first section, which has no heading.
    const summary = section.id ? [] : [...section.parentElement?.querySelectorAll(":scope > p") ?? []];
    const parts = [...summary, ...section.querySelectorAll("p, li, tr, pre")].map((part) => {
        const cells = part instanceof HTMLTableRowElement ? [...part.cells] : [part];
        return cells.map(({ textContent }) => textContent ?? "").join(" – ");
    });
    const all = [title, ...parts].map(folded).join("");
    if (!words.every((word) => all.includes(` ${word}`))) return undefined;
    return parts.find((part) => words.some((word) => folded(part).includes(` ${word}`))) ?? parts[0] ?? "";
}

/**
 * The heading of a section, or the chapter's title.
 * @param {Element} section
 */
function titleOf(section) {
    return (section.querySelector("h2") ?? section.ownerDocument.querySelector("h1"))?.textContent ?? "";
}

/**
 * A row that leads to a section.
 * @param {string} chapter
 * @param {Element} section
 * @param {string} excerpt
 */
function row(chapter, section, excerpt) {
    const link = document.createElement("a");
    link.href = section.id ? `${chapter}#${section.id}` : chapter;
    const title = document.createElement("b");
    title.textContent = titleOf(section);
    const text = document.createElement("small");
    text.className = "muted";
    text.textContent = excerpt;
    link.append(title, text);
    const item = document.createElement("li");
    item.append(link);
    return item;
}

/**
 * Words in lower case without punctuation, each after a space.
 * @param {string} text
 */
function folded(text) {
    return ` ${text.toLowerCase().split(/[^\p{L}\p{N}]+/u).join(" ")}`;
}
