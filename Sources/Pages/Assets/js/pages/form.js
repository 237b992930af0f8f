// Forms of notes and decks: changes are never lost without asking, and the form is ready for the next card at once.

import { enableAttachments, uploadsFinished } from "../attach.js";
import { isComposing } from "../composition.js";
import { content, lockFields, originalContent, repeatEarlyChanges } from "../form-content.js";
import { enableGenerating, generatedContent, markGenerated } from "../generate.js";
import { showSamples } from "../htmlside.js";
import { trackKeyboard } from "../keyboard.js";
import { announce, element, part } from "../page.js";
import { phrase } from "../phrases.js";
import { followPreview } from "../preview.js";
import { reloadWhenRestored } from "../restored-page.js";
import { enableRichText } from "../rich-text.js";

let form = /** @type {HTMLFormElement} */ (element("form"));
const confirmation = /** @type {HTMLDialogElement} */ (element("ask"));
/** The content of the form when it was last saved. */
let saved = "";
let isSending = false;
let isLeaving = false;

connect();
repeatEarlyChanges();
trackKeyboard();
reloadWhenRestored(() => isUnsaved() && !isLeaving);

window.addEventListener("beforeunload", (event) => {
    if (isUnsaved() && !isLeaving) event.preventDefault();
});

document.addEventListener("keydown", (event) => {
    if (isComposing(event)) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        form.requestSubmit();
    } else if (event.key === "Escape" && !confirmation.open) {
        event.preventDefault();
        leave();
    }
});

confirmation.addEventListener("close", () => {
    if (confirmation.returnValue !== "discard") return;
    isLeaving = true;
    location.assign(exitAddress());
});

/** Connects a form that has just come into the page. */
function connect() {
    form = /** @type {HTMLFormElement} */ (element("form"));
    saved = form.hasAttribute("data-unsaved") ? "" : originalContent(form);
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
    if (type && change) type.addEventListener("change", () => form.requestSubmit(change));
    document.getElementById("language")?.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || isComposing(event)) return;
        event.preventDefault();
        form.requestSubmit(/** @type {HTMLElement} */ (form.querySelector('[value="language"]')));
    });
    form.addEventListener("input", clearError);
    connectGapButton();
    enableAttachments(form);
    enableRichText(form);
    showSamples(form);
    const followed = ["preview", "duplicate"].filter((id) => document.getElementById(id));
    if (followed.length > 0) followPreview(form, [...followed, "save"]);
    enableGenerating(form);
}

/** Focuses the first invalid field, or the first field of the next card. */
function focusNext() {
    const invalid = form.querySelector("[aria-invalid]");
    // A control that was just moved is shown where it stands now.
    const first = invalid ?? form.querySelector("[autofocus]");
    const scrolls = invalid || first?.localName === "button";
    if (!scrolls) scrollTo(0, 0);
    if (first instanceof HTMLElement) first.focus({ preventScroll: !scrolls });
    // The error is below its field, where the bar with the save button could cover it.
    if (invalid) errorOf(invalid)?.scrollIntoView({ block: "nearest" });
}

/**
 * Removes the error of a field as soon as it is edited.
 * @param {Event} event
 */
function clearError(event) {
    const field = /** @type {HTMLElement} */ (event.target);
    if (!field.hasAttribute("aria-invalid")) return;
    field.removeAttribute("aria-invalid");
    errorOf(field)?.remove();
    const rest = descriptions(field).slice(0, -1);
    if (rest.length > 0) field.setAttribute("aria-describedby", rest.join(" "));
    else field.removeAttribute("aria-describedby");
}

/**
 * Why a field was rejected, which comes last in what describes it.
 * @param {Element} field
 */
function errorOf(field) {
    return document.getElementById(descriptions(field).at(-1) ?? "");
}

/** @param {Element} field */
function descriptions(field) {
    return (field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
}

function isUnsaved() {
    return content(form) !== saved;
}

/** Where the learner goes who leaves the form. */
function exitAddress() {
    return /** @type {HTMLAnchorElement} */ (element("close")).href;
}

/** Leaves, after asking if changes would be lost. */
function leave() {
    if (isUnsaved()) {
        confirmation.returnValue = "stay";
        confirmation.showModal();
    } else location.assign(exitAddress());
}

/**
 * Sends the form and shows the page that comes back; if none comes, everything stays as it is.
 * @param {SubmitEvent} event
 */
async function send(event) {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    form.setAttribute("aria-busy", "true");
    showFailure("");
    const unlock = lockFields(form);
    try {
        if (!(await uploadsFinished())) return;
        const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
        const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
        if (button?.name) fields.set(button.name, button.value);
        const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
        if (response.redirected && new URL(response.url).pathname !== location.pathname) {
            isLeaving = true;
            location.replace(response.url);
            return;
        }
        const text = await response.text();
        // What was refused before anything read the form, such as after signing out elsewhere.
        const isRefusal = response.headers.get("Content-Type")?.startsWith("application/json");
        if (isRefusal) return showFailure(JSON.parse(text).error);
        const page = new DOMParser().parseFromString(text, "text/html");
        if (page.getElementById("form")) show(page, response);
        else showFailure(page.querySelector("main p")?.textContent ?? phrase("That wasn’t saved. Please try again."));
    } catch {
        showFailure(phrase("Not saved: Omena can’t be reached right now. What you entered is still here."));
    } finally {
        isSending = false;
        form.removeAttribute("aria-busy");
        unlock();
    }
}

/**
 * Shows the page that the server returned: an empty form for the next card, or the same form with its errors.
 * @param {Document} page
 * @param {Response} response
 */
function show(page, response) {
    const generated = generatedContent(form);
    part(document, "main").replaceWith(part(page, "main"));
    if (response.redirected) history.replaceState(null, "", response.url);
    connect();
    markGenerated(form, generated);
    focusNext();
    const message = document.querySelector("#done p, [role=alert] span, .sheet .error span");
    if (message?.textContent) announce(message.textContent);
}

/**
 * Shows why nothing was saved.
 * @param {string} line
 */
function showFailure(line) {
    const failure = element("failure");
    failure.textContent = line;
    failure.hidden = !line;
}

/** The button that turns the selected text into a gap. */
function connectGapButton() {
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
