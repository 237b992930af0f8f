// The Generate button of a form: shows the text as it arrives, and never loses what the learner has written.

import { jsonLines } from "./json-lines.js";
import { part } from "./page.js";
import { phrase } from "./phrases.js";
import { errorMessage, UserError } from "./user-error.js";

/** @typedef {{fields?: Record<string, string>, wordType?: string, source?: string, remark?: string, isDone: boolean, error?: string}} Line */

/** Whether the model was loaded for this page. */
let hasWarmedUp = false;

/**
 * Enables the button of a form.
 * @param {HTMLFormElement} form
 */
export function enableGenerating(form) {
    const section = form.querySelector("#generate");
    if (!(section instanceof HTMLElement)) return;
    const { action, warm } = section.dataset;
    const button = /** @type {HTMLButtonElement} */ (part(section, "button"));
    section.hidden = false;
    if (!hasWarmedUp && warm) fetch(warm, { method: "POST" }).catch(() => {});
    hasWarmedUp = true;

    const updateButton = () => (button.disabled = !running && !textAreas(form).some((text) => text.value.trim()));
    /** @type {AbortController | undefined} */
    let running;
    form.addEventListener("input", updateButton);
    // A type that the learner chooses is no longer a generated one.
    for (const type of wordTypes(form)) type.addEventListener("change", () => wordTypes(form).forEach(unmark));
    updateButton();
    button.addEventListener("click", async () => {
        if (running) {
            running.abort();
            return;
        }
        running = new AbortController();
        part(button, "span").textContent = phrase("Stop");
        showStatus(section, phrase("Generating…"));
        const draft = new Draft(form);
        try {
            const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
            // The type that was generated for the previous word says nothing about this one.
            if (chosenType(form)?.dataset.generated) fields.delete("word-type");
            const line = await generate(action ?? "", fields, running.signal, (line) => keepInPlace(button, () => draft.show(line)));
            keepInPlace(button, () => draft.commit(line));
            showStatus(section, [phrase("From %@.", line.source ?? ""), line.remark ?? ""].join(" ").trim());
        } catch (error) {
            keepInPlace(button, () => draft.revert());
            const isCancelled = running.signal.aborted;
            if (!isCancelled) forgetType(form);
            showStatus(section, isCancelled ? phrase("Stopped. Nothing was changed.") : errorMessage(error), !isCancelled);
        } finally {
            running = undefined;
            part(button, "span").textContent = phrase("Generate");
            updateButton();
        }
    });
}

/**
 * Requests content for a form; returns the last line, which is complete.
 * @param {string} action
 * @param {URLSearchParams} body the content of the form
 * @param {AbortSignal} signal
 * @param {(line: Line) => void} progress
 * @returns {Promise<Line>}
 */
export async function generate(action, body, signal, progress) {
    const response = await fetch(action, { method: "POST", body, signal, headers: { Accept: "application/json" } });
    if (!response.ok || !response.body) {
        const { error } = await response.json();
        throw new UserError(error);
    }
    for await (const told of jsonLines(response.body)) {
        const line = /** @type {Line} */ (told);
        if (line.error) throw new UserError(line.error);
        if (line.isDone) return line;
        progress(line);
    }
    throw new Error("it ended too early");
}

/**
 * Changes the fields above a button, and scrolls so that the button stays under the finger.
 * @param {HTMLElement} button
 * @param {() => void} change
 */
function keepInPlace(button, change) {
    const { top } = button.getBoundingClientRect();
    change();
    scrollBy(0, button.getBoundingClientRect().top - top);
}

/** Generated text in a form, which can be reverted until it is committed. */
class Draft {
    #form;
    /** @type {Map<HTMLTextAreaElement, string>} the previous texts of the fields */
    #before = new Map();
    /** @type {Map<HTMLTextAreaElement, string>} the texts that it has put into them; one that the learner has changed since stays */
    #shown = new Map();

    /** @param {HTMLFormElement} form */
    constructor(form) {
        this.#form = form;
    }

    /** @param {Line} line */
    show(line) {
        for (const [name, text] of Object.entries(line.fields ?? {})) {
            const field = this.#form.elements.namedItem(name);
            if (!(field instanceof HTMLTextAreaElement)) continue;
            if (this.#isChanged(field)) continue;
            const before = this.#before.get(field) ?? field.value;
            this.#before.set(field, before);
            // What the learner has written stays; earlier generated text is replaced.
            const written = field.dataset.generated === before ? "" : before.trimEnd();
            field.value = written ? `${written}\n${text}` : text;
            this.#shown.set(field, field.value);
        }
    }

    /**
     * Shows the complete draft, without what was shown on the way and did not last.
     * @param {Line} line
     */
    commit(line) {
        this.revert();
        this.show(line);
        const chosen = chosenType(this.#form);
        const type = wordTypes(this.#form).find(({ value }) => value && value === line.wordType);
        if (type && (!chosen || chosen.dataset.generated)) {
            if (chosen) unmark(chosen);
            type.checked = true;
            type.dataset.generated = "on";
        }
        for (const field of this.#before.keys()) {
            if (this.#isChanged(field)) continue;
            if (field.name in (line.fields ?? {})) field.dataset.generated = field.value;
            // As if it were typed, which also removes an error beside the field.
            field.dispatchEvent(new Event("input", { bubbles: true }));
        }
    }

    revert() {
        for (const [field, text] of this.#before) {
            if (this.#isChanged(field)) continue;
            field.value = text;
            this.#shown.set(field, text);
        }
    }

    /**
     * Whether the learner has changed a text that this draft has shown.
     * @param {HTMLTextAreaElement} field
     */
    #isChanged(field) {
        return this.#shown.has(field) && this.#shown.get(field) !== field.value;
    }
}

/** @param {HTMLFormElement} form */
function textAreas(form) {
    return [...form.querySelectorAll("textarea")];
}

/** @param {HTMLFormElement} form */
function wordTypes(form) {
    return [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[name="word-type"]'))];
}

/**
 * The word type of the form; undefined if it has none.
 * @param {HTMLFormElement} form
 */
function chosenType(form) {
    return wordTypes(form).find(({ checked, value }) => checked && value);
}

/**
 * The texts that were generated and not changed since, by the names of their fields, and the word type if it was generated.
 * @param {HTMLFormElement} form
 */
export function generatedContent(form) {
    const fields = textAreas(form).filter(({ value, dataset }) => value && dataset.generated === value);
    const type = chosenType(form);
    return {
        texts: new Map(fields.map(({ name, value }) => /** @type {const} */ ([name, value]))),
        type: type?.dataset.generated ? type.value : undefined,
    };
}

/**
 * Marks the same content in the form that the server returned, so that it is still replaced when more is generated.
 * @param {HTMLFormElement} form
 * @param {ReturnType<typeof generatedContent>} content
 */
export function markGenerated(form, { texts, type }) {
    for (const field of textAreas(form)) {
        if (texts.get(field.name) === field.value) field.dataset.generated = field.value;
    }
    const chosen = chosenType(form);
    if (chosen && chosen.value === type) chosen.dataset.generated = "on";
}

/**
 * Chooses no word type instead of one that was generated for an earlier word.
 * @param {HTMLFormElement} form
 */
function forgetType(form) {
    if (!chosenType(form)?.dataset.generated) return;
    for (const type of wordTypes(form)) {
        type.checked = !type.value;
        unmark(type);
    }
}

/** @param {HTMLElement} type */
function unmark(type) {
    delete type.dataset.generated;
}

/**
 * Shows progress beside the button.
 * @param {HTMLElement} section
 * @param {string} words
 * @param {boolean} isTrouble
 */
function showStatus(section, words, isTrouble = false) {
    const line = part(section, "p");
    line.textContent = words;
    line.classList.toggle("error", isTrouble);
    line.classList.toggle("hint", !isTrouble);
    if (isTrouble) line.scrollIntoView({ block: "nearest" });
}
