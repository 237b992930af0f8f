// Signing in and joining: takes the invitation, or the secret of a class, from the link, asks for passkeys, and keeps the session.
// Also the list of learners, where an admin copies invitations.

import { offerCopying } from "../copy-link.js";
import { forgetSignedOut } from "../forget.js";
import { showLockAlert } from "../lock-alert.js";
import { enrolForSigningIn, sign } from "../passkey.js";
import { phrase } from "../phrases.js";
import { keepSession } from "../session-keeper.js";
import { errorMessage, UserError } from "../user-error.js";
import { whileBusy } from "../working.js";

/** @typedef {{to?: string, session?: string, says?: string, publicKey?: any}} Answer */

// The invitations that an admin makes.
offerCopying();

// Signing out leads here, and so does whatever is opened after a learner was signed out elsewhere.
forgetSignedOut();

const invitation = document.getElementById("invitation");
if (invitation instanceof HTMLInputElement) {
    takeInvitation(invitation);
    // Another link that is opened in the same tab loads no page.
    addEventListener("hashchange", () => takeInvitation(invitation));
}

const secret = document.getElementById("secret");
if (secret instanceof HTMLInputElement) {
    if (!secret.value) lookAtClass(secret);
    addEventListener("hashchange", () => lookAtClass(secret));
}
const classSignIn = document.getElementById("class-sign-in");
classSignIn?.addEventListener("click", () => sessionStorage.setItem("class", classSignIn.dataset.secret ?? ""));

const destination = document.querySelector("#sign-in [name=to]");
// A link on another site's page comes without the session, which this page has.
if (destination instanceof HTMLInputElement) goOnIfSignedIn(destination.value);

on("sign-in", (form) => send(form.action, fieldsOf(form)));
on("join", (form) => send(form.action, fieldsOf(form)));
on("passkey", async (form) => {
    const { publicKey } = await send(form.dataset.question ?? "", new URLSearchParams());
    if (!publicKey) throw new UserError(phrase("Passkeys don’t work at this address. Open Omena at its https address, or at localhost."));
    const signed = await sign(publicKey);
    const fields = { ...signed, ...(destination instanceof HTMLInputElement && { to: destination.value }) };
    return send(form.action, JSON.stringify(fields), { "Content-Type": "application/json" });
});

const choosePasskey = document.getElementById("use-passkey");
choosePasskey?.addEventListener("click", () => {
    const form = /** @type {HTMLFormElement} */ (document.getElementById("join"));
    // The passphrase is not needed then.
    const secret = invitation instanceof HTMLInputElement ? invitation.value : "";
    run(form, async () => {
        const { publicKey, says } = await send(choosePasskey.dataset.options ?? "", new URLSearchParams({ invitation: secret }));
        if (says) return { says };
        if (!publicKey) throw new UserError(phrase("Passkeys don’t work at this address. Open Omena at its https address, or at localhost."));
        const created = await enrolForSigningIn(publicKey);
        return send(form.action, new URLSearchParams({ invitation: secret, ...created }));
    });
});

/**
 * Takes the invitation from the address, where nobody who sees it or the history should find it.
 * @param {HTMLInputElement} field
 */
function takeInvitation(field) {
    if (location.hash.length <= 1) return;
    field.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    showLockAlert("");
}

/**
 * Asks what class a link leads into: the one in the address, or the one that was opened before signing in.
 * @param {HTMLInputElement} field
 */
function lookAtClass(field) {
    field.value = location.hash.slice(1) || (sessionStorage.getItem("class") ?? "");
    sessionStorage.removeItem("class");
    history.replaceState(null, "", location.pathname);
    if (field.value) field.form?.requestSubmit();
}

/**
 * Goes to a learner's page if the learner is signed in in this browser.
 * @param {string} address
 */
async function goOnIfSignedIn(address) {
    const home = /^\/~[\w-]+\//.exec(address)?.[0];
    try {
        const response = await fetch("/people", { cache: "no-store" });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (home && page.querySelector(`a[href="${home}"]`)) location.replace(address);
    } catch {
        // The server cannot be reached; signing in will say so.
    }
}

/**
 * @param {string} id of a form
 * @param {(form: HTMLFormElement) => Promise<Answer>} work
 */
function on(id, work) {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        run(form, () => work(form));
    });
}

/**
 * Does what signs a learner in, and goes where that leads.
 * @param {HTMLFormElement} form
 * @param {() => Promise<Answer>} work
 */
async function run(form, work) {
    showLockAlert("");
    await whileBusy(form, phrase("One moment…"), async () => {
        try {
            const answer = await work();
            if (answer.session) await keepSession(answer.session, "/signed-in");
            if (answer.to) return location.replace(answer.to);
            showLockAlert(answer.says ?? phrase("That didn’t work. Please try again."));
        } catch (error) {
            showLockAlert(error instanceof UserError ? errorMessage(error) : phrase("Omena can’t be reached right now. Try again in a moment."));
        }
    });
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
    return new URLSearchParams(/** @type {any} */ (new FormData(form)));
}

/**
 * @param {string} address
 * @param {BodyInit} body
 * @param {Record<string, string>} headers
 * @returns {Promise<Answer>}
 */
async function send(address, body, headers = {}) {
    const response = await fetch(address, { method: "POST", headers: { Accept: "application/json", ...headers }, body });
    return response.json();
}
