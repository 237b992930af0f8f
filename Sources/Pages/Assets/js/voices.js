// Lets the learner choose the browser's voice for each language; the choice is stored in this browser.

import { element, part } from "./page.js";
import { chooseVoice, chosenVoice, speak, voicesOf, whenVoicesLoad } from "./speech.js";

/** Shows the choices once voices have loaded; a browser without voices shows none of this. */
export function showVoices() {
    const panel = element("voices");
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-language]"))];
    for (const row of rows) {
        const language = row.dataset.language ?? "";
        const choice = /** @type {HTMLSelectElement} */ (part(row, "select"));
        // The sample is the language's own name for itself, which every voice of the language can read.
        const say = () => speak({ text: row.dataset.sample ?? "", lang: language });
        choice.addEventListener("change", (event) => {
            // The voice is not a setting of the library.
            event.stopPropagation();
            chooseVoice(language, choice.value);
            say();
        });
        part(row, "button").addEventListener("click", say);
    }
    whenVoicesLoad(() => {
        for (const row of rows) fillChoices(row);
        panel.hidden = rows.every((row) => row.hidden);
    });
}

/** @param {HTMLElement} row */
function fillChoices(row) {
    const language = row.dataset.language ?? "";
    const choice = /** @type {HTMLSelectElement} */ (part(row, "select"));
    const found = voicesOf(language);
    row.hidden = found.length === 0;
    choice.replaceChildren(choice.options[0], ...found.map(({ name, voiceURI }) => new Option(name, voiceURI)));
    choice.value = chosenVoice(language);
    // The chosen voice no longer exists.
    if (choice.selectedIndex < 0) choice.value = "";
}
