// Looks words up for one card after the other; what came is read and mended before anything is saved.

import "./form.js";
import { ask } from "../generate.js";
import { Refusal, reason } from "../user-error.js";
import { element, part } from "../page.js";
import { phrase } from "../phrases.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
const rows = [...form.querySelectorAll("li[data-action]")].map((row) => /** @type {HTMLElement} */ (row));
const bar = /** @type {HTMLProgressElement} */ (element("done-so-far"));
const save = element("save");
const running = new AbortController();
/** After so many failures in a row for the same reason the next ones would only fail again. */
const patience = 3;

form.addEventListener("change", count);
addEventListener("pagehide", () => running.abort());
run();

async function run() {
    bar.hidden = false;
    bar.max = rows.length;
    const failures = [];
    for (const [index, row] of rows.entries()) {
        bar.value = index;
        tell(phrase("Generating… %lld of %lld", index + 1, rows.length));
        const failure = await fill(row);
        if (running.signal.aborted) return;
        failures.push(failure);
        const last = failures.slice(-patience);
        if (failure && last.length === patience && last.every((other) => other === failure)) {
            tell(phrase("Stopped after %lld of %lld: %@", index + 1, rows.length, failure));
            bar.hidden = true;
            return;
        }
    }
    bar.hidden = true;
    const found = failures.filter((failure) => !failure).length;
    tell(phrase("%@ for %@. Read them, then save.", phrase("%lld drafts", found), phrase("%lld cards", rows.length)));
    count();
}

/**
 * Fills a row in; says why it could not.
 * @param {HTMLElement} row
 */
async function fill(row) {
    const said = part(row, "p");
    said.textContent = phrase("Generating…");
    try {
        const action = row.dataset.action ?? "";
        const line = await ask(action, new URLSearchParams(), running.signal, (line) => show(row, line));
        show(row, line);
        const type = /** @type {HTMLInputElement} */ (part(row, "[type=hidden]"));
        type.value = line.wordType ?? "";
        const tick = /** @type {HTMLInputElement} */ (part(row, "[type=checkbox]"));
        tick.disabled = false;
        tick.checked = true;
        said.textContent = [phrase("From %@.", line.source ?? ""), line.remark ?? ""].join(" ").trim();
        count();
        return "";
    } catch (error) {
        const words = error instanceof Refusal ? error.message : reason(error);
        said.textContent = words;
        return words;
    }
}

/**
 * @param {HTMLElement} row
 * @param {{fields?: Record<string, string>}} line
 */
function show(row, line) {
    for (const area of row.querySelectorAll("textarea")) {
        const text = line.fields?.[area.dataset.field ?? ""];
        if (text === undefined) continue;
        area.hidden = false;
        area.value = text;
    }
}

/** Says on the button how many would be saved. */
function count() {
    const ticked = form.querySelectorAll("[name=note]:checked").length;
    save.textContent = ticked ? phrase("Save %lld drafts", ticked) : phrase("Save");
}

/** @param {string} words */
function tell(words) {
    element("progress").textContent = words;
}
