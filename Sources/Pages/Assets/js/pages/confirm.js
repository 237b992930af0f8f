// Asks for a key before a change that a session alone does not permit; only a passkey needs this script.

import { browserToken } from "../known-browser.js";
import { showLockAlert } from "../lock-alert.js";
import { sign } from "../passkey.js";
import { phrase } from "../phrases.js";
import { errorMessage } from "../user-error.js";
import { whileBusy } from "../working.js";

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("passkey"));
let isSigned = false;

for (const field of document.getElementsByName("key-browser")) /** @type {HTMLInputElement} */ (field).value = browserToken();

form?.addEventListener("submit", async (event) => {
    if (isSigned) return;
    event.preventDefault();
    showLockAlert("");
    await whileBusy(form, phrase("Waiting for your device…"), async () => {
        try {
            const signed = await sign(JSON.parse(form.dataset.question ?? ""));
            const { id, clientDataJSON, authenticatorData, signature } = signed;
            const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("key-passkey"));
            field.value = JSON.stringify({ id, clientDataJSON, authenticatorData, signature });
            isSigned = true;
            form.requestSubmit();
        } catch (error) {
            showLockAlert(errorMessage(error));
        }
    });
});
