// All cards of a deck, one at a time, forth and back; nothing is recorded.

import { noSpeed } from "./movable.js";
import { element } from "./page.js";
import { StudyController } from "./study-controller.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./movable.js").Sign} Sign */
/** @typedef {import("./study-controller.js").Mode} Mode */
/** @typedef {import("./movable.js").Speed} Speed */

/** @type {Record<"next" | "previous", Sign>} */
const signs = {
    next: { kind: "plain", word: phrase("Next"), icon: "#i-next" },
    previous: { kind: "plain", word: phrase("Previous"), icon: "#i-back" },
};

/**
 * @param {StudyController} study
 * @returns {Mode}
 */
export function browse(study) {
    const { session, stack } = study;

    /** @param {Speed} speed */
    function next(speed) {
        if (!session.turn(1)) {
            study.fetcher.topUp();
            refresh();
            return false;
        }
        stack.throwTop("left", speed);
        study.goOn();
        return true;
    }

    /** The card before comes back from where it went; the one that was pulled stays. */
    function previous() {
        if (!session.turn(-1)) return false;
        stack.putBack("left");
        study.goOn();
        return false;
    }

    function refresh() {
        const { answered, total, onTable, more } = session;
        const isFetching = study.fetcher.isFetching;
        const lacksMore = onTable === 1 && more > 0;
        element("position").textContent = phrase("%lld of %lld", answered + 1, total);
        element("previous").setAttribute("aria-disabled", String(answered === 0));
        element("next").setAttribute("aria-disabled", String(onTable <= 1 && (more === 0 || isFetching)));
        element("hint").textContent = !lacksMore
            ? phrase("Nothing is recorded.")
            : isFetching
              ? phrase("The next cards are on their way.")
              : phrase("The next cards need Omena, which cannot be reached right now.");
    }

    element("previous").addEventListener("click", previous);
    element("next").addEventListener("click", () => next(noSpeed));

    return {
        signs: () => ({
            ...(session.onTable > 1 && { left: signs.next }),
            ...(session.answered > 0 && { right: signs.previous }),
        }),
        swipe: (direction, speed) => (direction === "left" ? next(speed) : direction === "right" && previous()),
        arrow: (direction) => void (direction === "right" ? next(noSpeed) : previous()),
        digit() {},
        wayOf: () => "left",
        undo: () => true,
        entered(name) {
            // The last card was put away.
            if (name === "waiting") element("leave").click();
        },
        refresh,
        end() {},
    };
}
