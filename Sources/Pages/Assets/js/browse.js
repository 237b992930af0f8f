// Browse: all cards of a deck, one at a time, forwards and backwards; nothing is recorded.

import { noSpeed } from "./movable.js";
import { element } from "./page.js";
import { phrase } from "./phrases.js";
import { StudyController } from "./study-controller.js";

/** @typedef {import("./movable.js").SwipeLabel} SwipeLabel */
/** @typedef {import("./study-controller.js").Mode} Mode */
/** @typedef {import("./movable.js").Speed} Speed */

/** @type {Record<"next" | "previous", SwipeLabel>} */
const labels = {
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

    /** The previous card returns from the side to which it left; the dragged one stays. */
    function previous() {
        if (!session.turn(-1)) return false;
        stack.putBack("left");
        study.goOn();
        return false;
    }

    function refresh() {
        const { answered, total, remaining, more } = session;
        const isFetching = study.fetcher.isFetching;
        const lacksMore = remaining === 1 && more > 0;
        element("position").textContent = phrase("%lld of %lld", answered + 1, total);
        element("previous").setAttribute("aria-disabled", String(answered === 0));
        element("next").setAttribute("aria-disabled", String(remaining <= 1 && (more === 0 || isFetching)));
        element("hint").textContent = !lacksMore
            ? phrase("Nothing is recorded.")
            : isFetching
              ? phrase("Loading the next cards…")
              : phrase("Can’t load the next cards: Omena can’t be reached right now.");
    }

    element("previous").addEventListener("click", previous);
    element("next").addEventListener("click", () => next(noSpeed));

    return {
        swipeLabels: () => ({
            ...(session.remaining > 1 && { left: labels.next }),
            ...(session.answered > 0 && { right: labels.previous }),
        }),
        swipe: (direction, speed) => (direction === "left" ? next(speed) : direction === "right" && previous()),
        arrow: (direction) => void (direction === "right" ? next(noSpeed) : previous()),
        digit() {},
        directionOf: () => "left",
        undo: () => true,
        entered(name) {
            // The last card has been removed.
            if (name === "waiting") element("leave").click();
        },
        refresh,
        end() {},
    };
}
