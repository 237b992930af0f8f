// The states of a study page, and the sections that each of them shows.

import { element, part } from "./page.js";

/** @typedef {"studying" | "paused" | "waiting" | "finished" | "elsewhere" | "failed"} State */

export const region = element("main");
/** @type {Record<State, string[]>} */
const sections = {
    studying: ["table", "controls"],
    paused: ["pause-panel"],
    waiting: ["wait-panel"],
    finished: ["finish"],
    elsewhere: ["elsewhere"],
    failed: ["failure"],
};

/**
 * Shows the sections of a state and hides all others.
 * @param {State} state
 */
export function enterState(state) {
    for (const id of Object.values(sections).flat()) {
        const section = document.getElementById(id);
        if (section) section.hidden = !sections[state].includes(id);
    }
    // The saving status stands where the learner looks: under the cards, or under the title of the end screen.
    const unsaved = element("unsaved");
    if (state === "finished") part(region, ".finish-head").append(unsaved);
    else part(region, ".pick").append(unsaved);
    region.dataset.state = state;
}

export function currentState() {
    return region.dataset.state;
}

/** From now on, the session takes the focus when what has it is hidden or removed, so that keys go on acting. */
export function keepFocus() {
    const observer = new MutationObserver(() => {
        const { activeElement } = document;
        if (activeElement === document.body || activeElement?.closest("[hidden]")) region.focus({ preventScroll: true });
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["hidden"] });
}

/** Moves the focus into the session, so that keys act, unless a field of it has it already. */
export function takeFocus() {
    if (!document.activeElement?.matches("input")) region.focus({ preventScroll: true });
}
