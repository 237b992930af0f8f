// Previews the result of a form while the learner types; nothing is saved.

import { showSamples } from "./htmlside.js";
import { element, part } from "./page.js";

/** The pause in typing after which the preview is refreshed, in milliseconds. */
const delay = 200;

/**
 * Asks the server for a preview whenever the form changes.
 * @param {HTMLFormElement} form
 * @param {string[]} ids the elements that the preview replaces
 */
export function followPreview(form, ids) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    /** @type {AbortController | undefined} */
    let asking;
    const refresh = () => {
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
                // The form was sent meanwhile: this preview is out of date.
                if (!response.ok || !form.isConnected) return;
                for (const id of ids) {
                    const [old, now] = [element(id), part(page, `#${id}`)];
                    // Equal content is not replaced, because a screen reader has read it already.
                    if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
                }
                showSamples(form);
            } catch {
                // The request was cancelled or there is no network: the preview stays as it is.
            }
        }, delay);
    };
    form.addEventListener("input", refresh);
}
