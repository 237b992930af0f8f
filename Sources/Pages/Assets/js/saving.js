// Shows that answers are not on the server yet, or that one was refused.

import { announce, element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { Queue } from "./queue.js";

/** How long answers may be on their way before the page mentions it, in milliseconds. */
const displayDelay = 2000;

/**
 * Keeps the saving status up to date.
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
                ? phrase("%lld answers kept in this browser belong to another library", queue.answers)
                : phrase("%lld answers not yet saved", queue.answers);
            part(unsaved, "a").hidden = !queue.isUnpaired;
            if (!isShown) announce(`${reason()} ${phrase("Your answers are kept in this browser.")}`);
        } else if (queue.answers > 0) {
            timer = setTimeout(() => {
                isShown = true;
                show(true);
                update();
            }, displayDelay);
        } else if (isShown) {
            announce(phrase("All answers are saved."));
        }
        show(mustShow);
    }

    function reason() {
        return queue.isUnpaired ? phrase("This browser is no longer paired.") : phrase("Omena can’t be reached right now.");
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
        const why = receipt.why ?? phrase("Another answer has the same ID.");
        part(refused, "p").textContent = phrase("%lld answers weren’t accepted: %@", refusals, why);
        refused.hidden = false;
    });
    part(refused, "button").addEventListener("click", () => {
        refused.hidden = true;
        refusals = 0;
    });
}
