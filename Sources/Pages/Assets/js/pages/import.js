// Imports a file: what it would do is shown first, and then done with just what was seen.

import { element, part } from "../page.js";
import { phrase } from "../words.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
const chosen = /** @type {HTMLInputElement} */ (element("file"));
const deck = /** @type {HTMLInputElement} */ (element("deck"));
const save = /** @type {HTMLButtonElement} */ (element("save"));

/** How long it waits for the next letter, in milliseconds. */
const patience = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;
/** What the fields said when the preview came. */
let seen = "";

/** @param {"preview" | "save"} what */
function address(what) {
    const query = new URLSearchParams({ do: what, deck: deck.value, name: chosen.files?.[0]?.name ?? "" });
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-name]"))) {
        if (input.value.trim() && input.value !== input.defaultValue || input.dataset.changed) {
            input.dataset.changed = "on";
            query.append("map", `${input.dataset.name}=${input.value.trim()}`);
        }
    }
    return `${form.action}?${query}`;
}

/**
 * Sends the file; the answer is a page, whose preview takes the place of this one's.
 * @param {"preview" | "save"} what
 */
async function send(what) {
    const file = chosen.files?.[0];
    if (!file) return;
    asking?.abort();
    asking = new AbortController();
    form.setAttribute("aria-busy", "true");
    const to = address(what);
    try {
        const response = await fetch(to, {
            method: "POST",
            headers: { "Content-Type": "application/octet-stream" },
            body: file,
            signal: asking.signal,
        });
        if (response.redirected && response.ok) {
            location.assign(response.url);
            return;
        }
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const found = page.getElementById("preview");
        if (!found) throw new Error(page.querySelector("main p")?.textContent ?? phrase("The file could not be sent."));
        show(found, to);
    } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return;
        const failure = element("failure");
        failure.hidden = false;
        failure.textContent = error instanceof TypeError ? phrase("Omena cannot be reached right now.") : `${/** @type {Error} */ (error).message}`;
    }
    form.removeAttribute("aria-busy");
}

/**
 * Puts a preview in its place; whoever writes in it is not disturbed.
 * @param {HTMLElement} found
 * @param {string} to where it came from
 */
function show(found, to) {
    element("failure").hidden = true;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.name;
    const changed = new Set([...form.querySelectorAll("[data-changed]")].map((input) => /** @type {HTMLElement} */ (input).dataset.name));
    const isOpen = form.querySelector("details")?.open;
    element("preview").replaceChildren(...found.childNodes);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-name]"))) {
        if (changed.has(input.dataset.name)) input.dataset.changed = "on";
        if (input.dataset.name === focused) input.focus();
    }
    const details = form.querySelector("details");
    if (details && isOpen) details.open = true;
    save.disabled = !form.querySelector("#found-words[data-ready]");
    seen = to;
}

save.disabled = true;
chosen.addEventListener("change", () => {
    const name = chosen.files?.[0]?.name.replace(/\.[^.]*$/, "") ?? "";
    if (!deck.value) deck.value = name;
    send("preview");
});
form.addEventListener("input", (event) => {
    if (event.target === chosen) return;
    save.disabled = true;
    clearTimeout(waiting);
    waiting = setTimeout(() => send("preview"), patience);
});
form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!save.disabled && seen === address("preview")) send("save");
});
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") part(document, "#close").click();
});
