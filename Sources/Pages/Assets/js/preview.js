// Shows, as one types in a form, what would come of it; nothing is saved by that.

import { drawSamples } from "./htmlside.js";
import { element, part } from "./page.js";

/** How long it waits for the next letter, in milliseconds. */
const patience = 200;

/**
 * Asks the server what the form would do whenever something is written in it.
 * @param {HTMLFormElement} form
 * @param {string[]} ids what on the page the answer writes anew
 */
export function followPreview(form, ids) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    /** @type {AbortController | undefined} */
    let asking;
    form.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(async () => {
            if (!form.isConnected) return;
            asking?.abort();
            asking = new AbortController();
            const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
            fields.set("do", "preview");
            try {
                const response = await fetch(form.action, { method: "POST", body: fields, signal: asking.signal });
                const page = new DOMParser().parseFromString(await response.text(), "text/html");
                // What was sent meanwhile has its answer: this one is about a form that is gone.
                if (!response.ok || !form.isConnected) return;
                for (const id of ids) {
                    const [old, now] = [element(id), part(page, `#${id}`)];
                    // What is the same stays: a screen reader has said it.
                    if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
                }
                drawSamples(form);
            } catch {
                // Another letter was typed, or there is no network: what is shown stays.
            }
        }, patience);
    });
}
