// The home page and the page of a deck: sends answers that a session left behind, and shows their effect.

import { Decks } from "../decks.js";
import { importDroppedFiles } from "../dropped.js";
import { isCachedPage, OfflineDecks, registerWorker } from "../offline.js";
import { element, pageContext, part } from "../page.js";
import { Queue } from "../queue.js";
import { reloadWhenRestored } from "../restored-page.js";
import { showSaving } from "../saving.js";
import { Store } from "../store.js";
import { now } from "../time.js";

importDroppedFiles();
reloadWhenRestored();

const context = pageContext();
const decks = new Decks(context);
decks.connect();
const store = await Store.open();
const queue = new Queue(store, context);
const offlineDecks = new OfflineDecks(context, store);
/** The age after which a page that comes back into view is read again, because cards came back or another day began; in milliseconds. */
const maxAge = 10 * 60_000;
let isUpdating = false;

showSaving(queue);
queue.addEventListener("change", update);
addEventListener("pageshow", update);
document.addEventListener("visibilitychange", () => document.hidden || update());
if (isCachedPage()) showReviewable();
await queue.send();
await registerWorker();
await offlineDecks.refresh();

/** Replaces what the page shows with what is current, if it is older than the last answers, or old. */
async function update() {
    const isOld = now() - context.at > maxAge;
    if (isUpdating || queue.answers > 0 || !(isOld || queue.isPageStale)) return;
    isUpdating = true;
    try {
        const response = await fetch(location.pathname);
        if (!response.ok) return;
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        context.at = JSON.parse(part(page, "#place").textContent ?? "").at;
        decks.replace(part(document, ".home-grid"), part(page, ".home-grid"));
    } catch {
        // Without a network the page stays as it is until the next answers arrive.
    } finally {
        isUpdating = false;
    }
}

/** Shows that there is no network, and which decks can be reviewed without one. */
function showReviewable() {
    const section = element("unreachable");
    const [instructions, advice] = section.querySelectorAll("p");
    const offline = offlineDecks.decks;
    part(section, "ul").replaceChildren(
        ...offline.map(({ source, title }) => {
            const link = document.createElement("a");
            link.href = `${context.review}?${source}`;
            link.dir = "auto";
            link.textContent = title;
            const item = document.createElement("li");
            item.append(link);
            return item;
        }),
    );
    instructions.hidden = offline.length === 0;
    advice.hidden = offline.length > 0;
    // Both would be at the end of the page.
    section.append(element("unsaved"));
    section.hidden = false;
}
