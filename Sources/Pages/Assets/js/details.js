// The *Place details* sheet, in which a place is read, changed and deleted beside the map.

import { enableAttachments, uploadsFinished } from "./attach.js";
import { isComposing } from "./composition.js";
import { content, lockFields, originalContent } from "./form-content.js";
import { showFailure } from "./map-notice.js";
import { Nearby } from "./nearby.js";
import { announce, element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { errorMessage, UserError } from "./user-error.js";

/** @typedef {import("./types.js").Pin & {where?: string, isNew?: boolean, undo?: string, says?: string}} Place */
/**
 * @typedef {{saved: (place: Place) => void, deleted: (id: string, done: {undo?: string, says?: string}) => void,
 *     closed: () => void, create: (make: "card" | "place", article: import("./nearby.js").Article, near: string) => Promise<boolean>}} Callbacks
 */

/** Shows one place at a time; unsaved changes are never lost without asking. */
export class Details {
    #section = element("details");
    #confirmation = /** @type {HTMLDialogElement} */ (element("ask"));
    #nearbyAddress;
    #callbacks;
    /** @type {Nearby | undefined} */
    #nearby;
    /** The content of the form when it was last saved. */
    #saved = "";
    /** @type {AbortController | undefined} */
    #request;
    /** @type {string | undefined} the open place */
    id;

    /**
     * @param {string} nearbyAddress
     * @param {Callbacks} callbacks
     */
    constructor(nearbyAddress, callbacks) {
        this.#nearbyAddress = nearbyAddress;
        this.#callbacks = callbacks;
        addEventListener("beforeunload", (event) => {
            if (this.isUnsaved) event.preventDefault();
        });
        this.#section.addEventListener("keydown", (event) => {
            if (isComposing(event)) return;
            if (event.key === "Escape" && !this.#confirmation.open) {
                event.preventDefault();
                this.close();
            } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                this.#form?.requestSubmit();
            }
        });
        // The page may come with an open place.
        const id = this.#form?.action.split("/").at(-1);
        if (id) this.#connect(id);
    }

    get #form() {
        return /** @type {HTMLFormElement | null} */ (document.getElementById("form"));
    }

    get isUnsaved() {
        return this.#form !== null && content(this.#form) !== this.#saved;
    }

    /**
     * Opens a place, unless the learner prefers to keep the unsaved changes of another.
     * @param {string} address of its page
     * @param {string} id
     * @returns {Promise<boolean>} whether it is open
     */
    async open(address, id) {
        if (!(await this.#confirmLeaving())) return false;
        this.#request?.abort();
        this.#request = new AbortController();
        try {
            const { signal } = this.#request;
            const response = await fetch(address, { signal, headers: { Accept: "text/html", Prefer: "details" } });
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            if (!page.getElementById("form")) {
                announce(page.querySelector("main p")?.textContent ?? "");
                return false;
            }
            this.#show(page);
        } catch {
            return false;
        }
        this.#connect(id);
        return true;
    }

    /** Closes the sheet, after asking if changes would be lost. */
    async close() {
        if (!this.id || !(await this.#confirmLeaving())) return;
        this.clear();
        this.#callbacks.closed();
    }

    /** Empties and hides the sheet without asking. */
    clear() {
        this.#nearby?.cancel();
        this.#nearby = undefined;
        this.#section.replaceChildren();
        this.#section.hidden = true;
        this.id = undefined;
    }

    /** Focuses the name field and selects its text, for a place that has no name yet. */
    selectName() {
        const name = part(this.#section, "textarea");
        name.focus({ preventScroll: true });
        /** @type {HTMLTextAreaElement} */ (name).select();
    }

    /**
     * Writes new coordinates into the form.
     * @param {number} latitude
     * @param {number} longitude
     */
    setCoordinates(latitude, longitude) {
        const field = /** @type {HTMLInputElement} */ (part(this.#section, "[name=where]"));
        field.value = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
    }

    /** Focuses the heading. */
    focus() {
        part(this.#section, "h1").tabIndex = -1;
        part(this.#section, "h1").focus({ preventScroll: true });
    }

    /** @param {Document} page */
    #show(page) {
        this.#nearby?.cancel();
        this.#nearby = undefined;
        this.#section.replaceChildren(...part(page, "#details").childNodes);
        this.#section.hidden = false;
        this.#section.scrollTop = 0;
    }

    /** @param {string} id */
    #connect(id) {
        this.id = id;
        const form = /** @type {HTMLFormElement} */ (this.#form);
        this.#saved = form.hasAttribute("data-unsaved") ? "" : originalContent(form);
        enableAttachments(form);
        form.addEventListener("submit", (event) => this.#send(event, id));
        element("close").addEventListener("click", (event) => {
            event.preventDefault();
            this.close();
        });
        if (!document.getElementById("nearby")) return;
        this.#nearby = new Nearby(this.#nearbyAddress, (make, article) => this.#callbacks.create(make, article, id));
    }

    /**
     * @param {SubmitEvent} event
     * @param {string} id
     */
    async #send(event, id) {
        event.preventDefault();
        const form = /** @type {HTMLFormElement} */ (event.currentTarget);
        if (form.ariaBusy) return;
        form.ariaBusy = "true";
        this.#showFailure("");
        const unlock = lockFields(form);
        try {
            if (!(await uploadsFinished())) return;
            const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
            const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
            if (button?.name) fields.set(button.name, button.value);
            const response = await fetch(form.action, {
                method: "POST",
                body: fields,
                headers: { Accept: "application/json", Prefer: "details" },
            });
            if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
                const page = new DOMParser().parseFromString(await response.text(), "text/html");
                if (!page.getElementById("form") || !form.isConnected) throw new UserError(phrase("That wasn’t saved. Please try again."));
                return this.#showErrors(page, id);
            }
            const answer = await response.json();
            if (!response.ok) throw new UserError(answer.error);
            if (form.isConnected) this.#saved = content(form);
            if (fields.get("do") === "delete") this.#callbacks.deleted(id, answer);
            else this.#callbacks.saved(answer);
        } catch (error) {
            // The learner may have gone on to another place meanwhile.
            if (form.isConnected) this.#showFailure(errorMessage(error));
            else showFailure(error);
        } finally {
            form.ariaBusy = null;
            unlock();
        }
    }

    /**
     * Shows the form again with its errors.
     * @param {Document} page
     * @param {string} id
     */
    #showErrors(page, id) {
        this.#show(page);
        this.#connect(id);
        const invalid = this.#section.querySelector("[aria-invalid], [role=alert]:not([hidden])");
        if (invalid instanceof HTMLElement) invalid.focus();
        announce(this.#section.querySelector("[role=alert] span, .error span")?.textContent ?? "");
    }

    /** @param {string} line */
    #showFailure(line) {
        const failure = element("failure");
        failure.textContent = line;
        failure.hidden = !line;
    }

    /** @returns {Promise<boolean>} */
    #confirmLeaving() {
        if (!this.isUnsaved) return Promise.resolve(true);
        this.#confirmation.returnValue = "stay";
        this.#confirmation.showModal();
        return new Promise((answer) => {
            this.#confirmation.addEventListener("close", () => answer(this.#confirmation.returnValue === "discard"), { once: true });
        });
    }
}
