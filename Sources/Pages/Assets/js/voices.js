// Lets a learner choose which of the browser's voices says each language; it is kept in this browser.

import { element, part } from "./page.js";
import { chooseVoice, chosenVoice, speak, voicesOf, whenVoicesCome } from "./speech.js";

/** Offers the voices when they have come; a browser without any shows nothing of this. */
export function offerVoices() {
    const panel = element("voices");
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-language]"))];
    for (const row of rows) {
        const language = row.dataset.language ?? "";
        const choice = /** @type {HTMLSelectElement} */ (part(row, "select"));
        // What the voice's speakers call their language: one that is not theirs it could not say.
        const say = () => speak({ text: row.dataset.sample ?? "", lang: language });
        choice.addEventListener("change", (event) => {
            // It is no setting of the library.
            event.stopPropagation();
            chooseVoice(language, choice.value);
            say();
        });
        part(row, "button").addEventListener("click", say);
    }
    whenVoicesCome(() => {
        for (const row of rows) fill(row);
        panel.hidden = rows.every((row) => row.hidden);
    });
}

/** @param {HTMLElement} row */
function fill(row) {
    const language = row.dataset.language ?? "";
    const choice = /** @type {HTMLSelectElement} */ (part(row, "select"));
    const found = voicesOf(language);
    row.hidden = found.length === 0;
    choice.replaceChildren(choice.options[0], ...found.map(({ name, voiceURI }) => new Option(name, voiceURI)));
    choice.value = chosenVoice(language);
    // One that this browser has no more.
    if (choice.selectedIndex < 0) choice.value = "";
}
