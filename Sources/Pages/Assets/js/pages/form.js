// Forms of a note or a deck: what is typed is never lost, and the form is ready for the next card at once.

import { arrived, beginAttaching } from "../attach.js";
import { beginGenerating } from "../generate.js";
import { drawSamples } from "../htmlside.js";
import { makeWayForKeyboard } from "../keyboard.js";
import { element, part, say } from "../page.js";
import { followPreview } from "../preview.js";
import { phrase } from "../phrases.js";

let form = /** @type {HTMLFormElement} */ (element("form"));
const ask = /** @type {HTMLDialogElement} */ (element("ask"));
/** What the form held when it was last saved. */
let saved = "";
let isSending = false;
let isLeaving = false;

begin();
makeWayForKeyboard();

window.addEventListener("beforeunload", (event) => {
    if (isUnsaved() && !isLeaving) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.requestSubmit();
    } else if (event.key === "Escape" && !ask.open) {
        event.preventDefault();
        leave();
    }
});

ask.addEventListener("close", () => {
    if (ask.returnValue !== "discard") return;
    isLeaving = true;
    location.assign(exit());
});

/** Makes a form that has just come live. */
function begin() {
    form = /** @type {HTMLFormElement} */ (element("form"));
    saved = form.hasAttribute("data-unsaved") ? "" : content();
    form.addEventListener("submit", send);
    for (const id of ["close", "cancel"]) {
        document.getElementById(id)?.addEventListener("click", (event) => {
            if (!isUnsaved()) return;
            event.preventDefault();
            leave();
        });
    }
    if (document.getElementById("choice-says")) followPreview(form, ["choice-says"]);
    const type = document.getElementById("new-type");
    const change = document.getElementById("change-type");
    if (type && change) {
        change.hidden = true;
        type.addEventListener("change", () => form.requestSubmit(change));
    }
    document.getElementById("language")?.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        form.requestSubmit(/** @type {HTMLElement} */ (form.querySelector('[value="language"]')));
    });
    form.addEventListener("input", mend);
    beginGaps();
    beginAttaching(form);
    drawSamples(form);
    const followed = ["preview", "twin"].filter((id) => document.getElementById(id));
    if (followed.length > 0) followPreview(form, [...followed, "save"]);
    beginGenerating(form);
}

/** Goes to what is to be mended first, or to where the next card begins. */
function goOn() {
    const flawed = form.querySelector("[aria-invalid]");
    // What was just moved is looked at where it stands now.
    const first = flawed ?? form.querySelector("[autofocus]");
    const stays = flawed || first?.localName === "button";
    if (!stays) scrollTo(0, 0);
    if (first instanceof HTMLElement) first.focus({ preventScroll: !stays });
}

/**
 * Takes back what was said against a field as soon as it is written in.
 * @param {Event} event
 */
function mend(event) {
    const field = /** @type {HTMLElement} */ (event.target);
    if (!field.hasAttribute("aria-invalid")) return;
    field.removeAttribute("aria-invalid");
    document.getElementById(field.getAttribute("aria-describedby") ?? "")?.remove();
    field.removeAttribute("aria-describedby");
}

/** All that the form says, as one text. */
function content() {
    return new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
}

function isUnsaved() {
    return content() !== saved;
}

/** Where the form leads when it is given up. */
function exit() {
    return /** @type {HTMLAnchorElement} */ (element("close")).href;
}

/** Leaves, after asking if something would be lost. */
function leave() {
    if (isUnsaved()) {
        ask.returnValue = "stay";
        ask.showModal();
    } else location.assign(exit());
}

/**
 * Sends the form and takes the page that comes back; when none comes, everything stays as it is.
 * @param {SubmitEvent} event
 */
async function send(event) {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    form.setAttribute("aria-busy", "true");
    fail("");
    await arrived();
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (button?.name) fields.set(button.name, button.value);
    try {
        const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
        if (response.redirected && new URL(response.url).pathname !== location.pathname) {
            isLeaving = true;
            location.replace(response.url);
            return;
        }
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (page.getElementById("form")) show(page, response);
        else fail(page.querySelector("main p")?.textContent ?? phrase("That was not saved. Please try again."));
    } catch {
        fail(phrase("Not saved: Omena cannot be reached right now. What you wrote is still here."));
    } finally {
        isSending = false;
        form.removeAttribute("aria-busy");
    }
}

/**
 * Takes over what the server answered: the next empty form, or the same one with what has to be mended.
 * @param {Document} page
 * @param {Response} response
 */
function show(page, response) {
    part(document, "main").replaceWith(part(page, "main"));
    if (response.redirected) history.replaceState(null, "", response.url);
    begin();
    goOn();
    const said = document.querySelector("#done p, [role=alert] span, .sheet .error span");
    if (said?.textContent) say(said.textContent);
}

/**
 * Says why nothing was saved.
 * @param {string} line
 */
function fail(line) {
    const place = element("failure");
    place.textContent = line;
    place.hidden = !line;
}

/** The button that makes a gap of what is chosen in a text. */
function beginGaps() {
    const button = document.getElementById("gap");
    const text = form.querySelector("textarea");
    if (!button || !text) return;
    button.hidden = false;
    button.addEventListener("click", () => {
        const { selectionStart: start, selectionEnd: end, value } = text;
        const numbers = [...value.matchAll(/\{\{c(\d+)::/g)].map((match) => Number(match[1]));
        const gap = `{{c${Math.max(0, ...numbers) + 1}::${value.slice(start, end)}}}`;
        text.setRangeText(gap, start, end, "end");
        if (start === end) text.setSelectionRange(start + gap.length - 2, start + gap.length - 2);
        text.focus();
    });
}
