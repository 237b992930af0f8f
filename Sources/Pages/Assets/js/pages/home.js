// The first page: brings answers home that a session left behind, and shows what they changed.

import { Decks } from "../decks.js";
import { carryDropped } from "../dropped.js";
import { isKeptPage, PutBy, standIn } from "../offline.js";
import { element, part, place } from "../page.js";
import { Queue } from "../queue.js";
import { showSaving } from "../saving.js";
import { Store } from "../store.js";

carryDropped();

const here = place();
const decks = new Decks(here);
decks.follow();
const store = await Store.open();
const queue = new Queue(store, here);
const putBy = new PutBy(here, store);
let isUpdating = false;

showSaving(queue);
queue.addEventListener("change", update);
addEventListener("pageshow", update);
if (isKeptPage()) showReviewable();
await queue.send();
await standIn();
await putBy.refresh();

/** Takes the decks and the week from a page written now, where this one is older than the last answers. */
async function update() {
    if (isUpdating || queue.answers > 0 || !queue.isPageBehind) return;
    isUpdating = true;
    try {
        const response = await fetch(here.home);
        if (!response.ok) return;
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        here.at = JSON.parse(part(page, "#place").textContent ?? "").at;
        decks.replace(part(document, ".home-grid"), part(page, ".home-grid"));
    } catch {
        // Without a network the page stays as it is, until the next answers arrive.
    } finally {
        isUpdating = false;
    }
}

/** Says that there is no network, and which decks can be reviewed without. */
function showReviewable() {
    const section = element("unreachable");
    const [words, advice] = section.querySelectorAll("p");
    const kept = putBy.decks;
    part(section, "ul").replaceChildren(
        ...kept.map(({ source, title }) => {
            const link = document.createElement("a");
            link.href = `${here.review}?${source}`;
            link.dir = "auto";
            link.textContent = title;
            const item = document.createElement("li");
            item.append(link);
            return item;
        }),
    );
    words.hidden = kept.length === 0;
    advice.hidden = kept.length > 0;
    section.hidden = false;
}
