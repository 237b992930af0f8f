// Shows, as one types, what a replacement would do; nothing is changed before it was seen.

import { element, part } from "./page.js";

/** How long it waits for the next letter, in milliseconds. */
const patience = 200;

const form = /** @type {HTMLFormElement} */ (element("form"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;

form.addEventListener("input", () => {
    // What is shown is not what would be done any more.
    /** @type {HTMLInputElement} */ (part(form, "[name=seen]")).value = "";
    clearTimeout(waiting);
    waiting = setTimeout(look, patience);
});
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") element("close").click();
});

/** Brings what would change now. */
async function look() {
    asking?.abort();
    asking = new AbortController();
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    try {
        const response = await fetch(form.action, { method: "POST", body: fields, signal: asking.signal });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (!response.ok) return;
        for (const id of ["preview", "save"]) element(id).replaceChildren(...part(page, `#${id}`).childNodes);
    } catch {
        // Another letter was typed, or there is no network: the button asks again.
    }
}
