// Imports a file: what it would do is shown first, and then done with just what was seen.

import { element, part } from "../page.js";
import { phrase } from "../words.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
const chosen = /** @type {HTMLInputElement} */ (element("file"));
const deck = /** @type {HTMLInputElement} */ (element("deck"));
const save = /** @type {HTMLButtonElement} */ (element("save"));
const paste = /** @type {HTMLTextAreaElement} */ (element("paste"));

/** How long it waits for the next letter, in milliseconds. */
const patience = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;
/** What the fields said when the preview came. */
let seen = "";

/** What is to be sent: what was pasted, or else the file. */
function source() {
    const text = paste.value.trim();
    if (text) return new File([text], `${phrase("Pasted words")}.txt`);
    return chosen.files?.[0];
}

/** @param {HTMLInputElement | HTMLSelectElement} input whether somebody chose otherwise */
function isChosen(input) {
    if (input.dataset.changed) return true;
    if (input instanceof HTMLSelectElement) return input.selectedOptions[0]?.defaultSelected === false;
    return Boolean(input.value.trim()) && input.value !== input.defaultValue;
}

/** @param {"preview" | "save"} what */
function address(what) {
    const query = new URLSearchParams({ do: what, deck: deck.value, name: source()?.name ?? "" });
    for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("[data-wish]"))) {
        if (!isChosen(select)) continue;
        select.dataset.changed = "on";
        query.set(select.dataset.wish ?? "", select.value);
    }
    for (const input of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (form.querySelectorAll("[data-name]"))) {
        if (isChosen(input)) {
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
    const file = source();
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

/** @param {Element | null} input what it says of the file */
function called(input) {
    const { name, wish } = /** @type {HTMLElement | null} */ (input)?.dataset ?? {};
    return name ?? wish ?? "";
}

/** What was chosen for another file says nothing of this one. */
function forget() {
    for (const input of form.querySelectorAll("#preview [data-changed]")) input.removeAttribute("data-changed");
    element("preview").replaceChildren();
}

/**
 * Puts a preview in its place; whoever writes in it is not disturbed.
 * @param {HTMLElement} found
 * @param {string} to where it came from
 */
function show(found, to) {
    element("failure").hidden = true;
    const focused = called(document.activeElement);
    const changed = new Set([...form.querySelectorAll("[data-changed]")].map(called));
    const isOpen = form.querySelector("#preview details")?.hasAttribute("open");
    element("preview").replaceChildren(...found.childNodes);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-name], [data-wish]"))) {
        if (changed.has(called(input))) input.dataset.changed = "on";
        if (called(input) === focused) input.focus();
    }
    const details = /** @type {HTMLDetailsElement | null} */ (form.querySelector("#preview details"));
    if (details && isOpen) details.open = true;
    save.disabled = !form.querySelector("#found-words[data-ready]");
    seen = to;
}

save.disabled = true;
chosen.addEventListener("change", () => {
    paste.value = "";
    forget();
    send("preview");
});
document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    chosen.files = event.dataTransfer.files;
    chosen.dispatchEvent(new Event("change"));
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
