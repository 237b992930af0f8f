// The lock in the settings: the device creates a passkey, which is sent with its form; the others are plain forms.

import { repeatEarlyChanges } from "../form-content.js";
import { showLockAlert } from "../lock-alert.js";
import { element } from "../page.js";
import { enrol } from "../passkey.js";
import { phrase } from "../phrases.js";
import { errorMessage } from "../user-error.js";
import { whileBusy } from "../working.js";

const idle = document.getElementById("idle");
idle?.addEventListener("change", () => /** @type {HTMLFormElement} */ (element("idle-form")).requestSubmit());
repeatEarlyChanges();

// Encryption takes a moment; a second press is ignored.
const choice = /** @type {HTMLFormElement | null} */ (document.querySelector(".lock-form"));
choice?.addEventListener("submit", (event) => {
    if (choice.hasAttribute("aria-busy")) event.preventDefault();
    choice.setAttribute("aria-busy", "true");
    whileBusy(choice, phrase("One moment…"), () => new Promise(() => {}));
});

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("passkey"));
let isFilled = false;

form?.addEventListener("submit", async (event) => {
    if (isFilled) return;
    event.preventDefault();
    showLockAlert("");
    await whileBusy(form, phrase("Waiting for your device…"), async () => {
        try {
            const response = await fetch(form.dataset.options ?? "", { headers: { Accept: "application/json" } });
            if (!response.ok) throw new Error(`Status ${response.status}`);
            fill(form, await enrol(await response.json()));
            isFilled = true;
            form.requestSubmit();
        } catch (error) {
            showLockAlert(errorMessage(error));
        }
    });
});

/**
 * Fills the hidden fields of a form.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} fields
 */
function fill(form, fields) {
    for (const [name, value] of Object.entries(fields)) {
        /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
    }
}
