// The lock in the settings: a passkey is made by the device, and its form sent with it; the rest are plain forms.

import { element } from "../page.js";
import { enrol } from "../passkey.js";
import { reason } from "../user-error.js";
import { tell } from "../trouble.js";
import { phrase } from "../phrases.js";
import { whileWorking } from "../working.js";

const idle = document.getElementById("idle");
idle?.addEventListener("change", () => /** @type {HTMLFormElement} */ (element("idle-form")).requestSubmit());

// Sealing takes a moment; what is pressed twice is meant once.
const choice = /** @type {HTMLFormElement | null} */ (document.querySelector(".lock-form"));
choice?.addEventListener("submit", (event) => {
    if (choice.hasAttribute("aria-busy")) event.preventDefault();
    choice.setAttribute("aria-busy", "true");
    whileWorking(choice, phrase("One moment…"), () => new Promise(() => {}));
});

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("passkey"));
let isFilled = false;

form?.addEventListener("submit", async (event) => {
    if (isFilled) return;
    event.preventDefault();
    tell("");
    await whileWorking(form, phrase("Waiting for your device…"), async () => {
        try {
            const response = await fetch(form.dataset.options ?? "", { headers: { Accept: "application/json" } });
            if (!response.ok) throw new Error(`Status ${response.status}`);
            fill(form, await enrol(await response.json()));
            isFilled = true;
            form.requestSubmit();
        } catch (error) {
            tell(reason(error));
        }
    });
});

/**
 * Puts values into the hidden fields of a form.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} fields
 */
function fill(form, fields) {
    for (const [name, value] of Object.entries(fields)) {
        /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
    }
}
