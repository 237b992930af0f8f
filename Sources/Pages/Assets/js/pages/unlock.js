// The page of a locked library: asks the device for a passkey, and says what is going on while a key is tried.

import { part } from "../page.js";
import { unlockWith } from "../passkey.js";
import { reason, Refusal } from "../user-error.js";
import { tell } from "../trouble.js";
import { phrase, untilThen } from "../phrases.js";
import { whileWorking } from "../working.js";

/** @typedef {{state: string, why?: string, says?: string, retryAfter?: number, share?: number}} Answer */

/** How often it looks whether there is something to do, in milliseconds. */
const patience = 400;

const forms = /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll("main form")]);
const waiting = document.querySelector("[data-wait]");
let isClosed = false;

// Other tabs of this browser look at once whether they may stay.
new BroadcastChannel("omena lock").postMessage("look");

for (const form of forms) {
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!isClosed || isPasskey(form)) unlock(form);
    });
}
if (waiting instanceof HTMLElement) follow(waiting);
else {
    document.addEventListener("visibilitychange", () => document.hidden || look());
    const seconds = Number(document.getElementById("trouble")?.dataset.seconds ?? 0);
    if (seconds > 0) closeFor(seconds);
}

/**
 * Tries what a form holds, and says why it was not taken.
 * @param {HTMLFormElement} form
 */
async function unlock(form) {
    const isOfDevice = isPasskey(form);
    tell("");
    for (const one of forms) mark(one, false);
    await whileWorking(form, isOfDevice ? phrase("Waiting for your device…") : phrase("Unlocking…"), async () => {
        try {
            const answer = isOfDevice ? await tryPasskey(form) : await send(form.action, new URLSearchParams(/** @type {any} */ (new FormData(form))));
            if (answer.state === "open") return leave();
            tell(answer.says ?? phrase("That did not work. Please try again."));
            if (answer.retryAfter) setTimeout(() => closeFor(answer.retryAfter ?? 0));
            else if (!isOfDevice) mark(form, true);
        } catch (error) {
            tell(error instanceof Refusal ? reason(error) : phrase("Omena cannot be reached right now. Try again in a moment."));
        }
    });
}

/**
 * What a device signs cannot be guessed, so that nobody has to wait with it.
 * @param {HTMLFormElement} form
 */
function isPasskey(form) {
    return form.id === "passkey";
}

/** @param {HTMLFormElement} form */
async function tryPasskey(form) {
    const { publicKey } = await read(await fetch(form.dataset.challenge ?? "", { method: "POST", headers: { Accept: "application/json" } }));
    if (!publicKey) throw new Refusal(phrase("Passkeys do not work at this address. Open Omena under its name, over https, or at localhost."));
    return send(form.action, JSON.stringify(await unlockWith(publicKey)), { "Content-Type": "application/json" });
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
 * What was answered, whatever its status; nothing but JSON comes from where keys are tried.
 * @param {Response} response
 */
async function read(response) {
    if (response.headers.get("Content-Type")?.startsWith("application/json")) return response.json();
    throw new Error(`Status ${response.status}`);
}

/** Goes to where the learner was. */
function leave() {
    const to = forms.map((form) => form.elements.namedItem("to")).find((input) => input instanceof HTMLInputElement);
    location.replace(to instanceof HTMLInputElement ? to.value : "/");
}

/**
 * Says beside a field that it was not taken, and has it ready to be typed anew.
 * @param {HTMLFormElement} form
 * @param {boolean} isWrong
 */
function mark(form, isWrong) {
    const field = form.querySelector(".input");
    if (!(field instanceof HTMLInputElement)) return;
    form.querySelector(".error")?.remove();
    field.toggleAttribute("aria-invalid", false);
    field.removeAttribute("aria-describedby");
    if (!isWrong) return;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "trouble");
    field.focus();
    field.select();
}

/**
 * Takes nothing that could be guessed for so many seconds; the buttons count them down.
 * @param {number} seconds
 */
function closeFor(seconds) {
    const end = performance.now() + seconds * 1000;
    const buttons = forms.filter((form) => !isPasskey(form)).map((form) => part(form, "button[type=submit]"));
    const labels = buttons.map((button) => [...button.childNodes]);
    isClosed = true;
    count();

    function count() {
        const left = end - performance.now();
        for (const [index, button] of buttons.entries()) {
            button.toggleAttribute("aria-disabled", false);
            if (left > 0) button.setAttribute("aria-disabled", "true");
            button.replaceChildren(...(left > 0 ? [phrase("Again in %@", untilThen(left))] : labels[index]));
        }
        isClosed = left > 0;
        if (isClosed) setTimeout(count, 1000);
        else tell("");
    }
}

/** Whether it was unlocked in another tab meanwhile. */
async function look() {
    try {
        const { state } = await asked();
        if (state === "open") leave();
    } catch {
        // It cannot be reached: there is nothing to see.
    }
}

/** @returns {Promise<Answer>} */
async function asked() {
    return read(await fetch(location.pathname, { headers: { Accept: "application/json" }, cache: "no-store" }));
}

/**
 * Waits until there is something to do, and shows how far it is.
 * @param {HTMLElement} line
 */
async function follow(line) {
    const bar = document.createElement("progress");
    bar.className = "unlock-share";
    bar.setAttribute("aria-label", line.textContent ?? "");
    for (;;) {
        try {
            const { state, share } = await asked();
            if (state !== "locking" && state !== "unlocking") break;
            if (share !== undefined) {
                bar.value = share;
                if (!bar.isConnected) line.after(bar);
            }
        } catch {
            // It is just starting anew.
        }
        await new Promise((resolve) => setTimeout(resolve, patience));
    }
    location.reload();
}
