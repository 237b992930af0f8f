// The page of a locked library: asks the device for a passkey, and shows the progress while a key is checked.

import { browserToken, storeBrowserToken } from "../known-browser.js";
import { showLockAlert } from "../lock-alert.js";
import { lockState, settledLockState } from "../lock-state.js";
import { part } from "../page.js";
import { noSecretError, sign, storeSalt } from "../passkey.js";
import { formatCountdown, phrase } from "../phrases.js";
import { keepSession } from "../session-keeper.js";
import { space } from "../site.js";
import { errorMessage, UserError } from "../user-error.js";
import { whileBusy } from "../working.js";

/**
 * @typedef {{state: string, why?: string, says?: string, retryAfter?: number, share?: number, session?: string,
 *   browser?: string}} Answer
 */

const forms = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll("main form")]);
const waiting = document.querySelector("[data-wait]");
let isDisabled = false;

// Other tabs of this browser check at once whether they may stay, and whether they may go on.
const tabs = new BroadcastChannel(`${space} lock`);
tabs.postMessage("look");

for (const form of forms) {
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!isDisabled || isPasskey(form)) unlock(form);
    });
}
if (waiting instanceof HTMLElement) showProgress(waiting);
else {
    document.addEventListener("visibilitychange", () => document.hidden || checkUnlocked());
    tabs.addEventListener("message", () => checkUnlocked());
    // A link on another site's page comes without the session, which this page has.
    checkUnlocked();
    const seconds = Number(document.getElementById("lock-alert")?.dataset.seconds ?? 0);
    if (seconds > 0) disableFor(seconds);
}

/**
 * Tries to unlock with the content of a form, and shows why that failed.
 * @param {HTMLFormElement} form
 */
async function unlock(form) {
    const usesPasskey = isPasskey(form);
    showLockAlert("");
    for (const one of forms) markWrong(one, false);
    await whileBusy(form, usesPasskey ? phrase("Waiting for your device…") : phrase("Unlocking…"), async () => {
        try {
            const answer = usesPasskey ? await tryPasskey(form) : await send(form.action, fieldsOf(form));
            if (answer.browser) storeBrowserToken(answer.browser);
            if (answer.state === "open" && answer.session) await keepSession(answer.session, "/unlocked");
            if (answer.state === "open") {
                tabs.postMessage("look");
                return returnToPage();
            }
            showLockAlert(answer.says ?? phrase("That didn’t work. Please try again."));
            if (answer.retryAfter) setTimeout(() => disableFor(answer.retryAfter ?? 0));
            else if (!usesPasskey) markWrong(form, true);
        } catch (error) {
            showLockAlert(error instanceof UserError ? errorMessage(error) : phrase("Omena can’t be reached right now. Try again in a moment."));
        }
    });
}

/**
 * A passkey cannot be guessed, so it is never delayed.
 * @param {HTMLFormElement} form
 */
function isPasskey(form) {
    return form.id === "passkey";
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    if (browserToken()) fields.set("browser", browserToken());
    return fields;
}

/**
 * Signs, twice if the salt of the passkey is not known here: the server gives it only to a page of this very origin.
 * @param {HTMLFormElement} form
 * @returns {Promise<Answer>}
 */
async function tryPasskey(form) {
    const json = { "Content-Type": "application/json" };
    let signed = await sign(await question(form));
    if (!signed.prf) {
        const answer = /** @type {Answer & {salt?: string}} */ (await send(form.dataset.salt ?? "", JSON.stringify(signed), json));
        if (!answer.salt) return answer;
        storeSalt(signed.id, answer.salt);
        signed = await sign(await question(form));
        if (!signed.prf) throw noSecretError();
    }
    return send(form.action, JSON.stringify(signed), json);
}

/** @param {HTMLFormElement} form */
async function question(form) {
    const { publicKey } = await read(await fetch(form.dataset.challenge ?? "", { method: "POST", headers: { Accept: "application/json" } }));
    if (!publicKey) throw new UserError(phrase("Passkeys don’t work at this address. Open Omena at its https address, or at localhost."));
    return publicKey;
}

/**
 * @param {string} address
 * @param {BodyInit} body
 * @param {Record<string, string>} headers
 * @returns {Promise<Answer>}
 */
async function send(address, body, headers = {}) {
    return read(await fetch(address, { method: "POST", headers: { Accept: "application/json", ...headers }, body }));
}

/**
 * The answer, whatever its status; only JSON comes from the unlocking routes.
 * @param {Response} response
 */
async function read(response) {
    if (response.headers.get("Content-Type")?.startsWith("application/json")) return response.json();
    throw new Error(`Status ${response.status}`);
}

/** Returns the learner to the page they came from. */
function returnToPage() {
    const to = forms.map((form) => form.elements.namedItem("to")).find((input) => input instanceof HTMLInputElement);
    location.replace(to instanceof HTMLInputElement ? to.value : "/");
}

/**
 * Marks or unmarks a field as wrong, ready for another try.
 * @param {HTMLFormElement} form
 * @param {boolean} isWrong
 */
function markWrong(form, isWrong) {
    const field = form.querySelector(".input");
    if (!(field instanceof HTMLInputElement)) return;
    form.querySelector(".error")?.remove();
    field.toggleAttribute("aria-invalid", false);
    field.removeAttribute("aria-describedby");
    if (!isWrong) return;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "lock-alert");
    field.focus();
    field.select();
}

/**
 * Disables everything that could be guessed for this many seconds; the buttons count down.
 * @param {number} seconds
 */
function disableFor(seconds) {
    const end = performance.now() + seconds * 1000;
    const buttons = forms.filter((form) => !isPasskey(form)).map((form) => part(form, "button[type=submit]"));
    const labels = buttons.map((button) => [...button.childNodes]);
    isDisabled = true;
    count();

    function count() {
        const left = end - performance.now();
        for (const [index, button] of buttons.entries()) {
            button.toggleAttribute("aria-disabled", false);
            if (left > 0) button.setAttribute("aria-disabled", "true");
            button.replaceChildren(...(left > 0 ? [phrase("Try again in %@", formatCountdown(left))] : labels[index]));
        }
        isDisabled = left > 0;
        if (isDisabled) setTimeout(count, 1000);
        else showLockAlert("");
    }
}

/** Leaves if the library was unlocked in another tab. */
async function checkUnlocked() {
    try {
        if ((await lockState()).state === "open") returnToPage();
    } catch {
        // The server cannot be reached.
    }
}

/**
 * Shows the progress until it is done.
 * @param {HTMLElement} line
 */
async function showProgress(line) {
    const bar = document.createElement("progress");
    bar.className = "unlock-share";
    bar.setAttribute("aria-label", line.textContent ?? "");
    await settledLockState((share) => {
        bar.value = share;
        if (!bar.isConnected) line.after(bar);
    });
    location.reload();
}
