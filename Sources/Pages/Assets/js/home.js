// The first page: brings answers home that a session left behind, and then shows what they changed.

import { part, place } from "./page.js";
import { Queue } from "./queue.js";
import { showSaving } from "./saving.js";
import { Store } from "./store.js";

const queue = new Queue(await Store.open(), place());
showSaving(queue);

let isBehind = false;
queue.addEventListener("change", async () => {
    // The page was written before the answers arrived that were still on their way.
    if (queue.answers > 0) isBehind = true;
    else if (isBehind) {
        isBehind = false;
        await refresh();
    }
});
await queue.send();

/** Takes the decks and the week from a page written now. */
async function refresh() {
    const response = await fetch(place().home);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    part(document, ".home-grid").replaceWith(part(page, ".home-grid"));
}
