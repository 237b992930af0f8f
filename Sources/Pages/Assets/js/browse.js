// All cards of a deck, one at a time, forth and back; nothing is recorded.

import { element } from "./page.js";
import { Sitting } from "./sitting.js";
import { phrase } from "./words.js";

/** @typedef {import("./movable.js").Sign} Sign */
/** @typedef {import("./sitting.js").Rules} Rules */
/** @typedef {import("./sitting.js").Speed} Speed */

/** @type {Record<"next" | "previous", Sign>} */
const signs = {
    next: { kind: "plain", word: phrase("Next"), icon: "#i-next" },
    previous: { kind: "plain", word: phrase("Previous"), icon: "#i-back" },
};
const still = { x: 0, y: 0 };

/**
 * @param {Sitting} sitting
 * @returns {Rules}
 */
export function browse(sitting) {
    const { session, stack } = sitting;

    /** @param {Speed} speed */
    function next(speed) {
        if (!session.turn(1)) {
            sitting.supply?.topUp();
            refresh();
            return false;
        }
        stack.throwTop("left", speed);
        sitting.goOn();
        return true;
    }

    /** The card before comes back from where it went; the one that was pulled stays. */
    function previous() {
        if (!session.turn(-1)) return false;
        stack.putBack("left");
        sitting.goOn();
        return false;
    }

    function refresh() {
        const { answered, total, onTable, more } = session;
        const isBringing = sitting.supply?.isBringing ?? false;
        const lacksMore = onTable === 1 && more > 0;
        element("position").textContent = phrase("%lld of %lld", answered + 1, total);
        element("previous").setAttribute("aria-disabled", String(answered === 0));
        element("next").setAttribute("aria-disabled", String(onTable <= 1 && (more === 0 || isBringing)));
        element("hint").textContent = !lacksMore
            ? phrase("Nothing is recorded.")
            : isBringing
              ? phrase("The next cards are on their way.")
              : phrase("The next cards need Omena, which cannot be reached right now.");
    }

    element("previous").addEventListener("click", previous);
    element("next").addEventListener("click", () => next(still));

    return {
        signs: () => ({
            ...(session.onTable > 1 && { left: signs.next }),
            ...(session.answered > 0 && { right: signs.previous }),
        }),
        swipe: (direction, speed) => (direction === "left" ? next(speed) : direction === "right" && previous()),
        arrow: (direction) => void (direction === "right" ? next(still) : previous()),
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
