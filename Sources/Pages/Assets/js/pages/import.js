// Imports a file: what it would do is shown first, and then done with just what was seen.

import { takeDropped } from "../dropped.js";
import { lines } from "../json-lines.js";
import { element, part } from "../page.js";
import { Refusal, reason } from "../user-error.js";
import { phrase } from "../phrases.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
const chosen = /** @type {HTMLInputElement} */ (element("file"));
const deck = /** @type {HTMLInputElement} */ (element("deck"));
const save = /** @type {HTMLButtonElement} */ (element("save"));
const work = element("work");
const bar = /** @type {HTMLProgressElement} */ (element("work-bar"));
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

/** @typedef {{share?: number, page?: string, to?: string, error?: string}} Line */

/**
 * Sends the file, and shows how far the server is; what it found takes the place of this page's preview.
 * @param {"preview" | "save"} what
 */
async function send(what) {
    const file = source();
    if (!file) return;
    asking?.abort();
    const running = new AbortController();
    asking = running;
    begin(what);
    const to = address(what);
    try {
        const response = await fetch(to, {
            method: "POST",
            headers: { "Content-Type": "application/octet-stream", Accept: "application/json" },
            body: file,
            signal: running.signal,
        });
        if (!response.ok || !response.body) throw new Refusal((await response.json()).error);
        for await (const told of lines(response.body)) {
            const line = /** @type {Line} */ (told);
            if (line.share !== undefined) bar.value = 100 * line.share;
            if (line.error) throw new Refusal(line.error);
            if (line.to) return location.assign(line.to);
            if (line.page) {
                const page = new DOMParser().parseFromString(line.page, "text/html");
                show(part(page, "#preview"), to);
            }
        }
    } catch (error) {
        if (running.signal.aborted && asking !== running) return;
        const failure = element("failure");
        failure.hidden = false;
        failure.textContent = running.signal.aborted
            ? phrase("Stopped. Nothing was changed.")
            : error instanceof Refusal
              ? error.message
              : reason(error);
    }
    work.hidden = true;
    form.removeAttribute("aria-busy");
}

/** @param {"preview" | "save"} what begins */
function begin(what) {
    form.setAttribute("aria-busy", "true");
    element("failure").hidden = true;
    save.disabled = true;
    // How much of the sending is done nobody tells.
    bar.removeAttribute("value");
    element("work-words").textContent = what === "save" ? phrase("Importing…") : phrase("Looking at the file…");
    work.hidden = false;
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
element("stop").addEventListener("click", () => asking?.abort());
takeDropped((files) => {
    chosen.files = files;
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
