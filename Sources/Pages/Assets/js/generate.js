// The button that has a form filled in: it shows what comes while it comes, and nothing that was written is lost.

import { lines } from "./json-lines.js";
import { part } from "./page.js";
import { Refusal, reason } from "./user-error.js";
import { phrase } from "./phrases.js";

/** @typedef {{fields?: Record<string, string>, wordType?: string, source?: string, remark?: string, isDone: boolean, error?: string}} Line */

/** Whether the model was made ready for this page. */
let isWarm = false;

/**
 * Brings the button of a form to life.
 * @param {HTMLFormElement} form
 */
export function beginGenerating(form) {
    const place = form.querySelector("#generate");
    if (!(place instanceof HTMLElement)) return;
    const { action, warm } = place.dataset;
    const button = /** @type {HTMLButtonElement} */ (part(place, "button"));
    place.hidden = false;
    if (!isWarm && warm) fetch(warm, { method: "POST" }).catch(() => {});
    isWarm = true;

    const follow = () => (button.disabled = !running && !texts(form).some((text) => text.value.trim()));
    /** @type {AbortController | undefined} */
    let running;
    form.addEventListener("input", follow);
    follow();
    button.addEventListener("click", async () => {
        if (running) {
            running.abort();
            return;
        }
        running = new AbortController();
        part(button, "span").textContent = phrase("Cancel");
        tell(place, phrase("Generating…"));
        const writing = new Writing(form);
        try {
            const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
            const line = await ask(action ?? "", fields, running.signal, (line) => writing.show(line));
            writing.keep(line);
            tell(place, [phrase("From %@.", line.source ?? ""), line.remark ?? ""].join(" ").trim());
        } catch (error) {
            writing.takeBack();
            const isCancelled = running.signal.aborted;
            tell(place, isCancelled ? phrase("Cancelled. Nothing was changed.") : reason(error), !isCancelled);
        } finally {
            running = undefined;
            part(button, "span").textContent = phrase("Generate");
            follow();
        }
    });
}

/**
 * Asks for a form to be filled in; gives the last line, which is whole.
 * @param {string} action
 * @param {URLSearchParams} body what the form holds
 * @param {AbortSignal} signal
 * @param {(line: Line) => void} progress
 * @returns {Promise<Line>}
 */
export async function ask(action, body, signal, progress) {
    const response = await fetch(action, { method: "POST", body, signal, headers: { Accept: "application/json" } });
    if (!response.ok || !response.body) {
        const { error } = await response.json();
        throw new Refusal(error);
    }
    for await (const told of lines(response.body)) {
        const line = /** @type {Line} */ (told);
        if (line.error) throw new Refusal(line.error);
        if (line.isDone) return line;
        progress(line);
    }
    throw new Error("it ended too early");
}

/** What is written into a form, as long as it can be taken back. */
class Writing {
    #form;
    /** @type {Map<HTMLTextAreaElement, string>} what stood in the fields before */
    #before = new Map();

    /** @param {HTMLFormElement} form */
    constructor(form) {
        this.#form = form;
    }

    /** @param {Line} line */
    show(line) {
        for (const [name, text] of Object.entries(line.fields ?? {})) {
            const field = this.#form.elements.namedItem(name);
            if (!(field instanceof HTMLTextAreaElement)) continue;
            const before = this.#before.get(field) ?? field.value;
            this.#before.set(field, before);
            // What the learner has written stays; what was generated before gives way.
            const own = field.dataset.generated === before ? "" : before.trimEnd();
            field.value = own ? `${own}\n${text}` : text;
        }
    }

    /** @param {Line} line */
    keep(line) {
        this.show(line);
        for (const field of this.#before.keys()) field.dataset.generated = field.value;
        const types = [...this.#form.querySelectorAll('[name="word-type"]')];
        const chosen = types.find((type) => type instanceof HTMLInputElement && type.checked && type.value);
        const type = types.find((type) => type instanceof HTMLInputElement && type.value === line.wordType);
        if (!chosen && type instanceof HTMLInputElement) type.checked = true;
        this.#form.dispatchEvent(new Event("input", { bubbles: true }));
    }

    takeBack() {
        for (const [field, text] of this.#before) field.value = text;
    }
}

/** @param {HTMLFormElement} form */
function texts(form) {
    return [...form.querySelectorAll("textarea")];
}

/**
 * Says beside the button how it goes.
 * @param {HTMLElement} place
 * @param {string} words
 * @param {boolean} isTrouble
 */
function tell(place, words, isTrouble = false) {
    const line = part(place, "p");
    line.textContent = words;
    line.classList.toggle("error", isTrouble);
    line.classList.toggle("hint", !isTrouble);
}
