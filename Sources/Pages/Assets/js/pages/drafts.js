// Generates drafts for one card after the other; the learner reads and edits them before anything is saved.

import "./form.js";
import { generate } from "../generate.js";
import { element, part } from "../page.js";
import { phrase } from "../phrases.js";
import { errorMessage } from "../user-error.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
const rows = [...form.querySelectorAll("li[data-action]")].map((row) => /** @type {HTMLElement} */ (row));
const progress = /** @type {HTMLProgressElement} */ (element("done-so-far"));
const save = element("save");
const controller = new AbortController();
/** After this many equal failures in a row, the next ones would only fail again. */
const maxFailures = 3;

form.addEventListener("change", count);
addEventListener("pagehide", () => controller.abort());
run();

async function run() {
    progress.hidden = false;
    progress.max = rows.length;
    const failures = [];
    for (const [index, row] of rows.entries()) {
        progress.value = index;
        showStatus(phrase("Generating… %lld of %lld", index + 1, rows.length));
        const failure = await fill(row);
        if (controller.signal.aborted) return;
        failures.push(failure);
        const last = failures.slice(-maxFailures);
        if (failure && last.length === maxFailures && last.every((other) => other === failure)) {
            showStatus(phrase("Stopped after %lld of %lld: %@", index + 1, rows.length, failure));
            progress.hidden = true;
            return;
        }
    }
    progress.hidden = true;
    const found = failures.filter((failure) => !failure).length;
    showStatus(phrase("%@ for %@. Review them, then save.", phrase("%lld drafts", found), phrase("%lld cards", rows.length)));
    count();
}

/**
 * Generates one row; returns why it could not.
 * @param {HTMLElement} row
 */
async function fill(row) {
    const message = part(row, "p");
    message.textContent = phrase("Generating…");
    try {
        const action = row.dataset.action ?? "";
        const line = await generate(action, new URLSearchParams(), controller.signal, (line) => show(row, line));
        show(row, line, true);
        const type = /** @type {HTMLInputElement} */ (part(row, "[type=hidden]"));
        type.value = line.wordType ?? "";
        const checkbox = /** @type {HTMLInputElement} */ (part(row, "[type=checkbox]"));
        checkbox.disabled = false;
        checkbox.checked = true;
        message.textContent = [phrase("From %@.", line.source ?? ""), line.remark ?? ""].join(" ").trim();
        count();
        return "";
    } catch (error) {
        show(row, {}, true);
        const words = errorMessage(error);
        message.textContent = words;
        return words;
    }
}

/**
 * @param {HTMLElement} row
 * @param {{fields?: Record<string, string>}} line
 * @param {boolean} isComplete whether a text that the draft lacks was refused
 */
function show(row, line, isComplete = false) {
    for (const area of row.querySelectorAll("textarea")) {
        const text = line.fields?.[area.dataset.field ?? ""];
        if (text === undefined && !isComplete) continue;
        area.hidden = text === undefined;
        area.value = text ?? "";
    }
}

/** Shows on the button how many drafts would be saved. */
function count() {
    const ticked = form.querySelectorAll("[name=note]:checked").length;
    save.textContent = ticked ? phrase("Save %lld drafts", ticked) : phrase("Save");
}

/** @param {string} words */
function showStatus(words) {
    element("progress").textContent = words;
}
