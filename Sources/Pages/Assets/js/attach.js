// Pictures and sounds in the fields of a form: chosen, pasted, dropped or recorded. Each is uploaded to the library
// at once, and becomes part of the card when the form is saved.

import { announce, cloneTemplate, element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { playOnPress } from "./player.js";
import { canRecord, record } from "./recording.js";
import { shrink } from "./shrink.js";
import { errorMessage, UserError } from "./user-error.js";

/** @typedef {{kind: "picture" | "sound", name: string, source: string, address: string}} Added */

/** The uploads that are under way, and whether each succeeds. @type {Set<Promise<boolean>>} */
const uploads = new Set();
/** The file chooser; on a phone it also offers the camera. */
const fileInput = document.createElement("input");
fileInput.type = "file";
fileInput.accept = "image/*,audio/*";
fileInput.multiple = true;

// A file that misses its field must not take the page, and all that is written, away.
for (const name of ["dragover", "drop"]) {
    addEventListener(name, (event) => {
        if (hasFiles(/** @type {DragEvent} */ (event).dataTransfer)) event.preventDefault();
    });
}

/** Waits until all uploads have finished; returns whether all succeeded, because what failed is said beside its field. */
export async function uploadsFinished() {
    let haveSucceeded = true;
    while (uploads.size > 0) {
        const results = await Promise.all(uploads);
        haveSucceeded &&= results.every(Boolean);
    }
    return haveSucceeded;
}

/**
 * Enables attachments in all fields of a form.
 * @param {HTMLFormElement} form
 */
export function enableAttachments(form) {
    for (const field of form.querySelectorAll(".field[data-field]")) enableField(/** @type {HTMLElement} */ (field));
}

/** @param {HTMLElement} field */
function enableField(field) {
    const text = /** @type {HTMLTextAreaElement} */ (part(field, "textarea"));
    const buttons = part(field, ".media-actions");
    buttons.hidden = false;
    buttons.addEventListener("keydown", moveFocus);
    for (const row of field.querySelectorAll(".medium")) connectRow(/** @type {HTMLElement} */ (row), field);
    part(field, ".attach").addEventListener("click", () => {
        fileInput.value = "";
        fileInput.onchange = () => add([...(fileInput.files ?? [])], field);
        fileInput.click();
    });
    text.addEventListener("paste", (event) => {
        const { clipboardData } = event;
        // Content that is also offered as text is pasted as text.
        if (!hasFiles(clipboardData) || clipboardData?.getData("text/plain")) return;
        event.preventDefault();
        add([...(clipboardData?.files ?? [])], field);
    });
    field.addEventListener("dragover", (event) => {
        if (hasFiles(event.dataTransfer)) field.classList.add("is-target");
    });
    field.addEventListener("dragleave", (event) => {
        if (!field.contains(/** @type {Node | null} */ (event.relatedTarget))) field.classList.remove("is-target");
    });
    field.addEventListener("drop", (event) => {
        field.classList.remove("is-target");
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        add([...(event.dataTransfer?.files ?? [])], field);
    });
    const recorder = part(field, ".record");
    recorder.hidden = !canRecord();
    recorder.addEventListener("click", async () => {
        const row = cloneTemplate("recording-row");
        showError(field, "");
        if (document.querySelector(".recording")) return;
        recorder.setAttribute("aria-disabled", "true");
        try {
            part(field, ".media").append(row);
            part(row, ".stop").focus();
            announce(phrase("Recording…"));
            const file = await record(row);
            if (file) await add([file], field);
        } catch (error) {
            showError(field, errorMessage(error));
        } finally {
            row.remove();
            recorder.removeAttribute("aria-disabled");
            if (field.isConnected) recorder.focus();
        }
    });
}

/**
 * Uploads files and adds them to a field, in their order.
 * @param {File[]} files
 * @param {HTMLElement} field
 */
async function add(files, field) {
    showError(field, "");
    for (const file of files) {
        const row = cloneTemplate("coming-row");
        part(row, ".medium-name").textContent = phrase("Adding %@…", file.name);
        part(field, ".media").append(row);
        const sending = upload(file)
            .then((added) => {
                show(added, row, field);
                return true;
            })
            .catch((error) => {
                row.remove();
                showError(field, errorMessage(error));
                return false;
            });
        uploads.add(sending);
        await sending;
        uploads.delete(sending);
    }
}

/**
 * @param {File} file
 * @returns {Promise<Added>}
 */
async function upload(file) {
    const { address = "", limit, tooLarge } = element("picture-row").dataset;
    const shrunk = await shrink(file);
    if (shrunk.size > Number(limit)) throw new UserError(tooLarge);
    const response = await fetch(`${address}?name=${encodeURIComponent(shrunk.name)}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "Accept": "application/json" },
        body: shrunk,
    });
    const answer = await response.json();
    if (!response.ok) throw new UserError(answer.error);
    return answer;
}

/**
 * @param {Added} added
 * @param {HTMLElement} uploadRow the row that announced the upload
 * @param {HTMLElement} field
 */
function show({ kind, name, source, address }, uploadRow, field) {
    const row = cloneTemplate(`${kind}-row`);
    const id = field.dataset.field;
    const [stored, caption] = row.querySelectorAll("input");
    stored.name = `media-${id}`;
    stored.value = source;
    caption.name = `caption-${id}`;
    part(row, ".remove").setAttribute("aria-label", phrase("Remove %@", name));
    if (kind === "picture") {
        /** @type {HTMLImageElement} */ (part(row, ".thumb")).src = address;
        caption.title = name;
        caption.setAttribute("aria-label", phrase("Description of %@", name));
    } else {
        part(row, ".play").dataset.address = address;
        part(row, ".play").setAttribute("aria-label", phrase("Play %@", name));
        part(row, ".medium-name").textContent = name;
    }
    connectRow(row, field);
    uploadRow.replaceWith(row);
    notifyChange(field);
    announce(phrase("Added %@.", name));
}

/**
 * @param {HTMLElement} row
 * @param {HTMLElement} field
 */
function connectRow(row, field) {
    const remove = part(row, ".remove");
    remove.hidden = false;
    remove.addEventListener("click", () => {
        row.remove();
        notifyChange(field);
        part(field, "textarea").focus();
        announce(phrase("Removed."));
    });
    const button = row.querySelector(".play");
    if (!(button instanceof HTMLElement)) return;
    button.hidden = false;
    playOnPress(button, () => [button.dataset.address ?? ""]);
}

/**
 * Moves the focus between the buttons of a row with the arrow keys; Tab returns to the last one focused.
 * @param {KeyboardEvent} event
 */
function moveFocus(event) {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const buttons = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (event.currentTarget).querySelectorAll("button:not([hidden])")]);
    const from = /** @type {HTMLElement} */ (event.target);
    const to = buttons[(buttons.indexOf(from) + 1) % buttons.length];
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
    to.focus();
}

/**
 * Tells the form that the content of a field has changed.
 * @param {HTMLElement} field
 */
function notifyChange(field) {
    part(field, "textarea").dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Shows beside a field why a file was not added.
 * @param {HTMLElement} field
 * @param {string} words
 */
function showError(field, words) {
    const line = part(field, ".media-error");
    part(line, "span").textContent = words;
    line.hidden = !words;
    if (words) line.scrollIntoView({ block: "nearest" });
}

/** @param {DataTransfer | null} data */
function hasFiles(data) {
    return data?.types.includes("Files") ?? false;
}
