// Imports a file: first shows a preview, then imports exactly what the preview showed.

import { closeOnEscape } from "../composition.js";
import { receiveDroppedFiles } from "../dropped.js";
import { replaceKeepingFocus } from "../focus.js";
import { jsonLines } from "../json-lines.js";
import { element, part } from "../page.js";
import { phrase } from "../phrases.js";
import { reloadWhenRestored } from "../restored-page.js";
import { errorMessage, UserError } from "../user-error.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
const chosen = /** @type {HTMLInputElement} */ (element("file"));
const deck = /** @type {HTMLInputElement} */ (element("deck"));
const save = /** @type {HTMLButtonElement} */ (element("save"));
const progress = element("work");
const progressBar = /** @type {HTMLProgressElement} */ (element("work-bar"));
const paste = /** @type {HTMLTextAreaElement} */ (element("paste"));

/** The pause in typing after which the preview is refreshed, in milliseconds. */
const previewDelay = 300;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/**
 * What the server is asked to do with a file: the name under which it can be stopped there, and whether it has been.
 * @typedef {{what: "preview" | "save", id: string, upload: AbortController, isStopped: boolean}} Work
 */
/** @type {Work | undefined} */
let work;
/** The address of the preview, with all options. */
let previewed = "";
/** Whether the file was imported, so that the page only has to be left. */
let isDone = false;

/** The content to send: the pasted text, or else the file. */
function source() {
    const text = paste.value.trim();
    if (text) return new File([text], `${phrase("Pasted words")}.txt`);
    return chosen.files?.[0];
}

/** @param {HTMLInputElement | HTMLSelectElement} input whether the learner changed it */
function isChosen(input) {
    if (input.dataset.changed) return true;
    if (input instanceof HTMLSelectElement) return input.selectedOptions[0]?.defaultSelected === false;
    return Boolean(input.value.trim()) && input.value !== input.defaultValue;
}

/** @param {"preview" | "save"} what */
function address(what) {
    const query = new URLSearchParams({ do: what, deck: deck.value, name: source()?.name ?? "" });
    for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("[data-option]"))) {
        if (!isChosen(select)) continue;
        select.dataset.changed = "on";
        query.set(select.dataset.option ?? "", select.value);
    }
    for (const input of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (form.querySelectorAll("[data-name]"))) {
        if (isChosen(input)) {
            input.dataset.changed = "on";
            query.append("map", `${input.dataset.name}=${input.value.trim()}`);
        }
    }
    return `${form.action}?${query}`;
}

/** @typedef {{share?: number, page?: string, to?: string, error?: string, isStopped?: boolean}} Line */

/**
 * Sends the file and shows the progress of the server; the returned preview replaces that of this page.
 * @param {"preview" | "save"} what
 */
async function send(what) {
    const file = source();
    if (!file) return;
    // One that waits would show the same again, and replace what the learner is about to press.
    clearTimeout(waiting);
    cancelPreview();
    /** @type {Work} */
    const running = { what, id: randomName(), upload: new AbortController(), isStopped: false };
    work = running;
    showProgress(what);
    const to = address(what);
    try {
        const response = await fetch(`${to}&id=${running.id}`, {
            method: "POST",
            headers: { "Content-Type": "application/octet-stream", Accept: "application/json" },
            body: file,
            signal: running.upload.signal,
        });
        if (!response.ok || !response.body) throw new UserError((await response.json()).error);
        for await (const told of jsonLines(response.body)) {
            const line = /** @type {Line} */ (told);
            if (line.share !== undefined) progressBar.value = 100 * line.share;
            if (line.error) throw new UserError(line.error);
            if (line.isStopped) throw new UserError(stopped());
            if (line.to) {
                isDone = true;
                return location.assign(line.to);
            }
            if (line.page) {
                const page = new DOMParser().parseFromString(line.page, "text/html");
                show(part(page, "#preview"), to);
            }
        }
    } catch (error) {
        if (work !== running) return;
        const failure = element("failure");
        failure.hidden = false;
        failure.textContent = running.upload.signal.aborted ? stopped() : errorMessage(error);
    }
    // A preview that was cancelled after its last line must not end the one that replaced it.
    if (work !== running) return;
    work = undefined;
    const hadFocus = progress.contains(document.activeElement);
    progress.hidden = true;
    form.removeAttribute("aria-busy");
    if (what === "save") {
        // What was not imported can be tried again.
        if (previewed === address("preview")) save.disabled = false;
        else refreshPreview();
    }
    if (hadFocus) (save.disabled ? chosen : save).focus();
}

/** Ends a preview that runs: its answer would replace options that the learner has changed meanwhile. */
function cancelPreview() {
    if (work?.what !== "preview") return;
    work.upload.abort();
    work = undefined;
}

/** Previews the file again once the learner pauses; the options of an import that runs no longer matter to it. */
function refreshPreview() {
    if (work?.what === "save") return;
    save.disabled = true;
    cancelPreview();
    clearTimeout(waiting);
    waiting = setTimeout(() => send("preview"), previewDelay);
}

function stopped() {
    return phrase("Stopped. Nothing was changed.");
}

function randomName() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Stops the work. Only the server knows whether a stop comes in time, so the page waits for its last line: a file that has
 * been imported already leads to what it brought. An upload that the server has not begun to read ends at once.
 */
async function stop() {
    if (!work || work.isStopped) return;
    const running = work;
    running.isStopped = true;
    try {
        const response = await fetch(`${form.action}/stop?id=${running.id}`, { method: "POST" });
        if (!response.ok) throw new Error();
        if (!(await response.json()).isRunning) running.upload.abort();
    } catch {
        // It goes on, and can be stopped again.
        running.isStopped = false;
    }
}

/** @param {"preview" | "save"} what the work that begins */
function showProgress(what) {
    form.setAttribute("aria-busy", "true");
    element("failure").hidden = true;
    // The progress of the upload is unknown.
    progressBar.removeAttribute("value");
    element("work-words").textContent = what === "save" ? phrase("Importing…") : phrase("Reading the file…");
    progress.hidden = false;
    // A disabled button loses the focus. *Stop* must not get it, because Enter may have been pressed twice.
    if (document.activeElement === save) progress.focus();
    save.disabled = true;
}

/** @param {Element | null} input the option that it sets */
function optionName(input) {
    const { name, option } = /** @type {HTMLElement | null} */ (input)?.dataset ?? {};
    return name ?? option ?? "";
}

/** Options for another file do not apply to this one. */
function clearPreview() {
    for (const input of form.querySelectorAll("#preview [data-changed]")) input.removeAttribute("data-changed");
    element("preview").replaceChildren();
}

/**
 * Shows a preview without disturbing a learner who is typing in it.
 * @param {HTMLElement} found
 * @param {string} to its address
 */
function show(found, to) {
    element("failure").hidden = true;
    const changed = new Set([...form.querySelectorAll("[data-changed]")].map(optionName));
    const isOpen = form.querySelector("#preview details")?.hasAttribute("open");
    const preview = element("preview");
    replaceKeepingFocus(preview, () => {
        preview.replaceChildren(...found.childNodes);
        const details = /** @type {HTMLDetailsElement | null} */ (preview.querySelector("details"));
        if (details && isOpen) details.open = true;
        return preview;
    });
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-name], [data-option]"))) {
        if (changed.has(optionName(input))) input.dataset.changed = "on";
    }
    save.disabled = !form.querySelector("#found-words[data-ready]");
    previewed = to;
}

save.disabled = true;
chosen.addEventListener("change", () => {
    if (work?.what === "save") return;
    paste.value = "";
    clearPreview();
    send("preview");
});
element("stop").addEventListener("click", stop);
receiveDroppedFiles((files) => {
    chosen.files = files;
    chosen.dispatchEvent(new Event("change"));
});
form.addEventListener("input", (event) => {
    if (event.target !== chosen) refreshPreview();
});
form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!save.disabled && previewed === address("preview")) send("save");
});
closeOnEscape();
reloadWhenRestored(() => source() !== undefined && !isDone);
// The learner may have chosen a file, or pasted a text, before this script ran.
if (source()) send("preview");
