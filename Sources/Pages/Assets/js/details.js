// The sheet *Place details*: one place read, changed and deleted beside the map.

import { arrived, beginAttaching } from "./attach.js";
import { Nearby } from "./nearby.js";
import { element, part, say } from "./page.js";
import { reason } from "./user-error.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Pin & {where?: string, isNew?: boolean, undo?: string, says?: string}} Place */
/**
 * @typedef {{saved: (place: Place) => void, deleted: (id: string, done: {undo?: string, says?: string}) => void,
 *     closed: () => void, keep: (make: "card" | "place", article: import("./nearby.js").Article, near: string) => Promise<boolean>}} Answers
 */

/** One sheet at a time; what is written in it is never lost unasked. */
export class Details {
    #section = element("details");
    #ask = /** @type {HTMLDialogElement} */ (element("ask"));
    #nearbyAddress;
    #answers;
    /** @type {Nearby | undefined} */
    #nearby;
    /** What the form held when it was last saved. */
    #saved = "";
    #isSending = false;
    /** @type {AbortController | undefined} */
    #asking;
    /** @type {string | undefined} which place is open */
    id;

    /**
     * @param {string} nearbyAddress
     * @param {Answers} answers
     */
    constructor(nearbyAddress, answers) {
        this.#nearbyAddress = nearbyAddress;
        this.#answers = answers;
        addEventListener("beforeunload", (event) => {
            if (this.isUnsaved) event.preventDefault();
        });
        this.#section.addEventListener("keydown", (event) => {
            if (event.key === "Escape" && !this.#ask.open) {
                event.preventDefault();
                this.close();
            } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                this.#form?.requestSubmit();
            }
        });
        // A place may be open from the start.
        const id = this.#form?.action.split("/").at(-1);
        if (id) this.#begin(id);
    }

    get #form() {
        return /** @type {HTMLFormElement | null} */ (document.getElementById("form"));
    }

    get isUnsaved() {
        return this.#form !== null && this.#content() !== this.#saved;
    }

    /**
     * Opens a place, unless the learner would rather go on writing about another one.
     * @param {string} address of its page
     * @param {string} id
     * @returns {Promise<boolean>} whether it is open
     */
    async open(address, id) {
        if (!(await this.#mayLeave())) return false;
        this.#asking?.abort();
        this.#asking = new AbortController();
        try {
            const { signal } = this.#asking;
            const response = await fetch(address, { signal, headers: { Accept: "text/html", Prefer: "details" } });
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            if (!page.getElementById("form")) {
                say(page.querySelector("main p")?.textContent ?? "");
                return false;
            }
            this.#show(page);
        } catch {
            return false;
        }
        this.#begin(id);
        return true;
    }

    /** Closes the sheet, after asking if something would be lost. */
    async close() {
        if (!this.id || !(await this.#mayLeave())) return;
        this.clear();
        this.#answers.closed();
    }

    /** Takes the sheet away, whatever is in it. */
    clear() {
        this.#nearby?.leave();
        this.#nearby = undefined;
        this.#section.replaceChildren();
        this.#section.hidden = true;
        this.id = undefined;
    }

    /** Puts the cursor into the name, all of it chosen, for a place that has none yet. */
    name() {
        const name = part(this.#section, "textarea");
        name.focus({ preventScroll: true });
        /** @type {HTMLTextAreaElement} */ (name).select();
    }

    /**
     * Writes where the place is to lie.
     * @param {number} latitude
     * @param {number} longitude
     */
    place(latitude, longitude) {
        const field = /** @type {HTMLInputElement} */ (part(this.#section, "[name=where]"));
        field.value = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
    }

    /** Puts the focus where one reads on. */
    focus() {
        part(this.#section, "h1").tabIndex = -1;
        part(this.#section, "h1").focus({ preventScroll: true });
    }

    /** @param {Document} page */
    #show(page) {
        this.#nearby?.leave();
        this.#nearby = undefined;
        this.#section.replaceChildren(...part(page, "#details").childNodes);
        this.#section.hidden = false;
        this.#section.scrollTop = 0;
    }

    /** @param {string} id */
    #begin(id) {
        this.id = id;
        const form = /** @type {HTMLFormElement} */ (this.#form);
        this.#saved = form.hasAttribute("data-unsaved") ? "" : this.#content();
        beginAttaching(form);
        form.addEventListener("submit", (event) => this.#send(event, id));
        element("close").addEventListener("click", (event) => {
            event.preventDefault();
            this.close();
        });
        if (!document.getElementById("nearby")) return;
        this.#nearby = new Nearby(this.#nearbyAddress, (make, article) => this.#answers.keep(make, article, id));
    }

    /**
     * @param {SubmitEvent} event
     * @param {string} id
     */
    async #send(event, id) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.currentTarget);
        if (this.#isSending) return;
        this.#isSending = true;
        form.ariaBusy = "true";
        this.#fail("");
        try {
            await arrived();
            const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
            const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
            if (button?.name) fields.set(button.name, button.value);
            const response = await fetch(form.action, {
                method: "POST",
                body: fields,
                headers: { Accept: "application/json", Prefer: "details" },
            });
            if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
                return this.#refuse(new DOMParser().parseFromString(await response.text(), "text/html"), id);
            }
            const answer = await response.json();
            if (!response.ok) return this.#fail(answer.error);
            this.#saved = this.#content();
            if (fields.get("do") === "delete") {
                this.clear();
                this.#answers.deleted(id, answer);
            } else this.#answers.saved(answer);
        } catch (error) {
            this.#fail(reason(error));
        } finally {
            this.#isSending = false;
            form.ariaBusy = null;
        }
    }

    /**
     * Shows the form again with what has to be mended.
     * @param {Document} page
     * @param {string} id
     */
    #refuse(page, id) {
        if (!page.getElementById("form")) return this.#fail(phrase("That was not saved. Please try again."));
        this.#show(page);
        this.#begin(id);
        const flawed = this.#section.querySelector("[aria-invalid], [role=alert]:not([hidden])");
        if (flawed instanceof HTMLElement) flawed.focus();
        say(this.#section.querySelector("[role=alert] span, .error span")?.textContent ?? "");
    }

    /** @param {string} line */
    #fail(line) {
        const place = element("failure");
        place.textContent = line;
        place.hidden = !line;
    }

    #content() {
        return new URLSearchParams(/** @type {any} */ (new FormData(this.#form ?? undefined))).toString();
    }

    /** @returns {Promise<boolean>} */
    #mayLeave() {
        if (!this.isUnsaved) return Promise.resolve(true);
        this.#ask.returnValue = "stay";
        this.#ask.showModal();
        return new Promise((answer) => {
            this.#ask.addEventListener("close", () => answer(this.#ask.returnValue === "discard"), { once: true });
        });
    }
}
