// The states of a study page, each with what it shows.

import { element, part } from "./page.js";

/** @typedef {"studying" | "paused" | "waiting" | "finished" | "elsewhere" | "failed"} State */

export const region = element("main");
/** @type {Record<State, string[]>} */
const shown = {
    studying: ["table", "controls"],
    paused: ["pause-room"],
    waiting: ["wait-room"],
    finished: ["finish"],
    elsewhere: ["elsewhere"],
    failed: ["failure"],
};
const rooms = [...new Set(Object.values(shown).flat())];

/**
 * Shows what belongs to a state of the page and hides the rest.
 * @param {State} state
 */
export function enter(state) {
    for (const room of rooms) {
        const found = document.getElementById(room);
        if (found) found.hidden = !shown[state].includes(room);
    }
    // The words about saving stand where the learner looks: under the cards, or under the end's title.
    const unsaved = element("unsaved");
    if (state === "finished") part(region, ".finish-head").append(unsaved);
    else part(region, ".pick").append(unsaved);
    region.dataset.state = state;
}

export function state() {
    return region.dataset.state;
}
