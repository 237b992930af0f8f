// The first page: brings answers home that a session left behind, and shows what they changed.

import { part, place } from "./page.js";
import { Queue } from "./queue.js";
import { showSaving } from "./saving.js";
import { Store } from "./store.js";

const here = place();
const queue = new Queue(await Store.open(), here);
let isUpdating = false;

showSaving(queue);
queue.addEventListener("change", update);
addEventListener("pageshow", update);
await queue.send();

/** Takes the decks and the week from a page written now, where this one is older than the last answers. */
async function update() {
    if (isUpdating || queue.answers > 0 || !queue.isPageBehind) return;
    isUpdating = true;
    try {
        const response = await fetch(here.home);
        if (!response.ok) return;
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        here.at = JSON.parse(part(page, "#place").textContent ?? "").at;
        part(document, ".home-grid").replaceWith(part(page, ".home-grid"));
    } catch {
        // Without a network the page stays as it is, until the next answers arrive.
    } finally {
        isUpdating = false;
    }
}
