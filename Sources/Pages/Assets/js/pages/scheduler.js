// Shows how a fit of the scheduler is going, and its result when it is done.

import { element, part } from "../page.js";
import { formatNumber, formatTenths } from "../phrases.js";
import { reloadWhenRestored } from "../restored-page.js";
import { simulateTargets } from "../retention-cost.js";
import { at, space } from "../site.js";

/** @typedef {import("../retention-cost.js").Cost} Cost */

/** How often the progress is asked for, in milliseconds. */
const interval = 500;
/** Set from the start of a fit until its result is shown: a short log is fitted before the page is there again. */
const fitKey = `${space} fit`;

const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById("fit-bar"));

addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && new FormData(target).get("do") === "fit") sessionStorage.setItem(fitKey, "1");
});
if (bar) setTimeout(check, interval);
else if (sessionStorage.getItem(fitKey)) showResult();

showCosts();
reloadWhenRestored();

async function check() {
    try {
        const response = await fetch(at("/statistics/scheduler/progress"), { headers: { Accept: "application/json" } });
        const { share } = await response.json();
        if (typeof share === "number" && bar) {
            bar.value = share;
            setTimeout(check, interval);
            return;
        }
    } catch {
        // Without a connection the fit goes on; the page looks again.
        setTimeout(check, 4 * interval);
        return;
    }
    location.reload();
}

function showResult() {
    sessionStorage.removeItem(fitKey);
    // With the focus, a screen reader reads it.
    element("fit-result").focus();
}

/** Fills the table of what each target costs; its rows are there, so that the page does not move. */
function showCosts() {
    const panel = document.getElementById("cost");
    if (!panel) return;
    panel.hidden = false;
    const { outlook = "", targets = "" } = panel.dataset;
    simulateTargets(outlook, targets.split(" ").map(Number), (cost) => {
        const row = document.getElementById(`cost-${cost.percent}`);
        if (row) fillRow(row, cost);
    });
}

/**
 * @param {HTMLElement} row
 * @param {Cost} cost
 */
function fillRow(row, { minutes, reviews, remembered }) {
    part(row, ".minutes").textContent = minutes < 10 ? formatTenths(minutes) : formatNumber(Math.round(minutes));
    part(row, ".reviews").textContent = formatNumber(Math.round(reviews));
    part(row, ".remembered").textContent = formatNumber(Math.round(remembered));
}
