// Shows when answers are not at the server yet, and when one was not taken.

import { element, part, say } from "./page.js";
import { Queue } from "./queue.js";
import { counted } from "./words.js";

/** How long answers may be on their way before the page speaks of it. */
const patience = 2000;

/**
 * Keeps the page's words about saving true.
 * @param {Queue} queue
 */
export function showSaving(queue) {
    const unsaved = element("unsaved");
    const refused = element("refused");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isShown = false;
    let refusals = 0;

    function update() {
        clearTimeout(timer);
        timer = undefined;
        const mustShow = queue.answers > 0 && (isShown || queue.hasFailed || queue.isStranded);
        if (mustShow) {
            part(unsaved, "p").textContent = queue.isStranded
                ? `${counted(queue.answers, "answer", "answers")} for another library, kept in this browser`
                : `${counted(queue.answers, "answer", "answers")} not yet saved`;
            part(unsaved, "a").hidden = !queue.isUnpaired;
            if (!isShown) say(`${why()} Your answers are kept in this browser.`);
        } else if (queue.answers > 0) {
            timer = setTimeout(() => {
                isShown = true;
                show(true);
                update();
            }, patience);
        } else if (isShown) {
            say("All answers are saved.");
        }
        show(mustShow);
    }

    function why() {
        return queue.isUnpaired ? "Omena does not know this browser any more." : "Omena cannot be reached right now.";
    }

    /** @param {boolean} visible */
    function show(visible) {
        isShown = visible;
        unsaved.hidden = !visible;
    }

    queue.addEventListener("change", update);
    queue.addEventListener("refused", (event) => {
        const receipt = /** @type {CustomEvent} */ (event).detail;
        refusals += 1;
        const why = receipt.why ?? "Another answer has its name.";
        part(refused, "p").textContent = `${counted(refusals, "answer was", "answers were")} not taken: ${why}`;
        refused.hidden = false;
    });
    part(refused, "button").addEventListener("click", () => {
        refused.hidden = true;
        refusals = 0;
    });
}
