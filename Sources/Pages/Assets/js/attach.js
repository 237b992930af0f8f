// Pictures and sounds in the fields of a form: chosen, pasted, dropped or recorded. Each is put into the library at once,
// and into the card when the form is saved.

import { copy, element, part, say } from "./page.js";
import { playOnPress } from "./player.js";
import { canRecord, record } from "./recording.js";
import { Refusal, reason } from "./user-error.js";
import { shrunk } from "./shrink.js";
import { phrase } from "./phrases.js";

/** @typedef {{kind: "picture" | "sound", name: string, source: string, address: string}} Added */

/** What is on its way into the library. @type {Set<Promise<void>>} */
const coming = new Set();
/** Chooses files; on a phone it offers the camera, too. */
const chooser = document.createElement("input");
chooser.type = "file";
chooser.accept = "image/*,audio/*";
chooser.multiple = true;

// A file that misses its field must not take the page, and all that is written, away.
for (const name of ["dragover", "drop"]) {
    addEventListener(name, (event) => {
        if (hasFiles(/** @type {DragEvent} */ (event).dataTransfer)) event.preventDefault();
    });
}

/** Waits for what is on its way. */
export async function arrived() {
    while (coming.size > 0) await Promise.all(coming);
}

/**
 * Brings the fields of a form to life.
 * @param {HTMLFormElement} form
 */
export function beginAttaching(form) {
    for (const field of form.querySelectorAll(".field[data-field]")) attachTo(/** @type {HTMLElement} */ (field));
}

/** @param {HTMLElement} field */
function attachTo(field) {
    const text = /** @type {HTMLTextAreaElement} */ (part(field, "textarea"));
    const ways = part(field, ".media-ways");
    ways.hidden = false;
    ways.addEventListener("keydown", rove);
    for (const row of field.querySelectorAll(".medium")) liven(/** @type {HTMLElement} */ (row), field);
    part(field, ".attach").addEventListener("click", () => {
        chooser.value = "";
        chooser.onchange = () => add([...(chooser.files ?? [])], field);
        chooser.click();
    });
    text.addEventListener("paste", (event) => {
        const { clipboardData } = event;
        // What comes as text, too, is meant as text.
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
        const row = copy("recording-row");
        fail(field, "");
        recorder.setAttribute("aria-disabled", "true");
        if (document.querySelector(".recording")) return;
        try {
            part(field, ".media").append(row);
            part(row, ".stop").focus();
            say("Recording…");
            const file = await record(row);
            if (file) await add([file], field);
        } catch (error) {
            fail(field, reason(error));
        } finally {
            row.remove();
            recorder.removeAttribute("aria-disabled");
            if (field.isConnected) recorder.focus();
        }
    });
}

/**
 * Sends files into the library and puts them into a field, in their order.
 * @param {File[]} files
 * @param {HTMLElement} field
 */
async function add(files, field) {
    fail(field, "");
    for (const file of files) {
        const row = copy("coming-row");
        part(row, ".medium-name").textContent = phrase("Adding %@…", file.name);
        part(field, ".media").append(row);
        const sending = send(file)
            .then((added) => show(added, row, field))
            .catch((error) => {
                row.remove();
                fail(field, reason(error));
            });
        coming.add(sending);
        await sending;
        coming.delete(sending);
    }
}

/**
 * @param {File} file
 * @returns {Promise<Added>}
 */
async function send(file) {
    const { address = "", limit, tooLarge } = element("picture-row").dataset;
    const small = await shrunk(file);
    if (small.size > Number(limit)) throw new Refusal(tooLarge);
    const response = await fetch(`${address}?name=${encodeURIComponent(small.name)}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "Accept": "application/json" },
        body: small,
    });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(answer.error);
    return answer;
}

/**
 * @param {Added} added
 * @param {HTMLElement} place the row that said that it comes
 * @param {HTMLElement} field
 */
function show({ kind, name, source, address }, place, field) {
    const row = copy(`${kind}-row`);
    const id = field.dataset.field;
    const [stored, caption] = row.querySelectorAll("input");
    stored.name = `media-${id}`;
    stored.value = source;
    caption.name = `caption-${id}`;
    part(row, ".remove").setAttribute("aria-label", phrase("Remove %@", name));
    if (kind === "picture") {
        /** @type {HTMLImageElement} */ (part(row, ".thumb")).src = address;
        caption.title = name;
        caption.setAttribute("aria-label", phrase("What %@ shows", name));
    } else {
        part(row, ".play").dataset.address = address;
        part(row, ".play").setAttribute("aria-label", phrase("Play %@", name));
        part(row, ".medium-name").textContent = name;
    }
    liven(row, field);
    place.replaceWith(row);
    changed(field);
    say(phrase("Added %@.", name));
}

/**
 * @param {HTMLElement} row
 * @param {HTMLElement} field
 */
function liven(row, field) {
    const remove = part(row, ".remove");
    remove.hidden = false;
    remove.addEventListener("click", () => {
        row.remove();
        changed(field);
        part(field, "textarea").focus();
        say(phrase("Removed."));
    });
    const button = row.querySelector(".play");
    if (!(button instanceof HTMLElement)) return;
    button.hidden = false;
    playOnPress(button, () => [button.dataset.address ?? ""]);
}

/**
 * Goes from one button of a row to the next by arrow key; Tab comes back to where one was.
 * @param {KeyboardEvent} event
 */
function rove(event) {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const buttons = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (event.currentTarget).querySelectorAll("button:not([hidden])")]);
    const from = /** @type {HTMLElement} */ (event.target);
    const to = buttons[(buttons.indexOf(from) + 1) % buttons.length];
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
    to.focus();
}

/**
 * Lets the form know that a field holds something else.
 * @param {HTMLElement} field
 */
function changed(field) {
    part(field, "textarea").dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Says beside a field why a file is not in it.
 * @param {HTMLElement} field
 * @param {string} words
 */
function fail(field, words) {
    const line = part(field, ".media-error");
    part(line, "span").textContent = words;
    line.hidden = !words;
}

/** @param {DataTransfer | null} data */
function hasFiles(data) {
    return data?.types.includes("Files") ?? false;
}
