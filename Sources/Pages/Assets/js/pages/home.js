// The home page and the page of a deck: sends answers that a session left behind, and shows their effect.

import { Decks } from "../decks.js";
import { importDroppedFiles } from "../dropped.js";
import { isCachedPage, OfflineDecks, registerWorker } from "../offline.js";
import { announce, element, pageContext, part } from "../page.js";
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
/** The age after which a page that comes back into view is read again, because another day may have begun; in milliseconds. */
const maxAge = 10 * 60_000;
let isUpdating = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

showSaving(queue);
queue.addEventListener("change", update);
addEventListener("pageshow", update);
document.addEventListener("visibilitychange", updateIfVisible);
awaitCards();
if (isCachedPage()) showReviewable();
await queue.send();
await registerWorker();
await offlineDecks.refresh();

/** Schedules an update for the moment at which the page says that cards come back. */
function awaitCards() {
    clearTimeout(timer);
    if (context.back === undefined || context.back <= now()) return;
    // A second later, because the clocks of browser and server agree only roughly.
    timer = setTimeout(updateIfVisible, context.back - now() + 1000);
}

function updateIfVisible() {
    if (!document.hidden) update();
}

/** Replaces what the page shows with what is current, if it is older than the last answers, old, or cards have come back since. */
async function update() {
    const isOld = now() - context.at > maxAge || (context.back !== undefined && context.back <= now());
    if (isUpdating || queue.answers > 0 || !(isOld || queue.isPageStale)) return;
    isUpdating = true;
    try {
        const response = await fetch(location.pathname);
        if (!response.ok) return;
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const { at, back } = JSON.parse(part(page, "#place").textContent ?? "");
        Object.assign(context, { at, back });
        const title = part(document, "#today").innerText;
        decks.replace(part(document, ".home-grid"), part(page, ".home-grid"));
        const newTitle = part(document, "#today").innerText;
        if (newTitle !== title) announce(newTitle);
        awaitCards();
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
