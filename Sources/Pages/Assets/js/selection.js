// Which rows are selected: single ones, ranges, or all that a query finds, including rows that no page has loaded.

import { announce, element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { id, VirtualList } from "./rows.js";

/** The selection in the list, and its toolbar. */
export class Selection {
    #rows;
    #bar = /** @type {HTMLFormElement} */ (element("selection"));
    #isAll = false;
    /** The selected notes, or the unselected ones if all are selected. @type {Set<string>} */
    #ids = new Set();
    /** Where a range begins. */
    #anchor = "";

    /**
     * @param {VirtualList} rows
     * @param {(fields: URLSearchParams, address: string) => Promise<string>} send returns an error message, or nothing
     * @param {() => Promise<void>} reload reloads the list
     */
    constructor(rows, send, reload) {
        this.#rows = rows;
        rows.onShow = (shown) => this.paint(shown);
        this.#bar.addEventListener("submit", async (event) => {
            event.preventDefault();
            const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
            await this.#submit(button, send, reload);
        });
        element("unselect").addEventListener("click", (event) => {
            event.preventDefault();
            this.stop();
        });
        element("all").addEventListener("change", () => this.all(this.#allBox.checked));
        // Cards may have been ticked before this script ran.
        if (this.isOn && this.#allBox.checked) this.all(true);
        else if (this.isOn) this.#set(rows.shown.filter(isTicked).map(id), true);
    }

    get isOn() {
        return !this.#bar.hidden;
    }

    /** The number of selected notes. */
    get count() {
        return this.#isAll ? this.#rows.total - this.#ids.size : this.#ids.size;
    }

    get #allBox() {
        return /** @type {HTMLInputElement} */ (element("all"));
    }

    /** Turns selecting on. */
    start() {
        if (this.isOn) return;
        this.#bar.hidden = false;
        element("found").dataset.selecting = "on";
        this.#update();
    }

    /** Clears the selection and turns selecting off. */
    stop() {
        if (!this.isOn) return;
        const hadFocus = this.#bar.contains(document.activeElement);
        this.clear();
        this.#bar.hidden = true;
        delete element("found").dataset.selecting;
        if (hadFocus) (document.getElementById("select") ?? element("add")).focus();
    }

    /** Clears the selection. */
    clear() {
        this.#isAll = false;
        this.#ids.clear();
        this.#anchor = "";
        this.#showError("");
        this.paint(this.#rows.shown);
        if (this.isOn) this.#update();
    }

    /**
     * Takes over the parts of a page for another query.
     * @param {Document} page
     */
    read(page) {
        element("all-words").textContent = part(page, "#all-words").textContent;
        const query = /** @type {HTMLInputElement} */ (part(page, "#selection [name=query]")).value;
        /** @type {HTMLInputElement} */ (part(this.#bar, "[name=query]")).value = query;
        this.#bar.action = /** @type {HTMLFormElement} */ (part(page, "#selection")).action;
        const [current, now] = [this.#bar, page].map((root) => part(root, "[formaction]"));
        current.setAttribute("formaction", now.getAttribute("formaction") ?? "");
    }

    /** @param {boolean} isWanted */
    all(isWanted) {
        this.start();
        this.clear();
        this.#isAll = isWanted;
        this.paint(this.#rows.shown);
        this.#update();
    }

    /**
     * Selects or unselects a row.
     * @param {HTMLElement} row
     * @param {boolean} [isWanted]
     */
    toggle(row, isWanted = !this.#has(id(row))) {
        this.start();
        this.#set([id(row)], isWanted);
        this.#anchor = id(row);
    }

    /**
     * Selects all rows from the start of the range to this one.
     * @param {HTMLElement} row
     * @param {HTMLElement} [start] the start, if nothing is selected yet
     */
    extend(row, start = row) {
        this.start();
        this.#anchor ||= id(start);
        this.#set(this.#rows.between(this.#anchor, id(row)), true);
    }

    /**
     * Updates the checkboxes of rows.
     * @param {HTMLElement[]} rows
     */
    paint(rows) {
        for (const row of rows) {
            const box = row.querySelector(".pick input");
            if (box instanceof HTMLInputElement) box.checked = this.#has(id(row));
        }
    }

    /** Deletes the selected notes. */
    remove() {
        this.#bar.requestSubmit(part(this.#bar, "[value=delete]"));
    }

    /** @param {string} note */
    #has(note) {
        return this.#ids.has(note) !== this.#isAll;
    }

    /**
     * @param {string[]} notes
     * @param {boolean} isWanted
     */
    #set(notes, isWanted) {
        for (const note of notes) {
            if (isWanted === this.#isAll) this.#ids.delete(note);
            else this.#ids.add(note);
        }
        this.paint(this.#rows.shown);
        this.#showError("");
        this.#update();
    }

    #update() {
        const { count } = this;
        element("selected").textContent = count ? phrase("%lld cards selected", count) : phrase("Select cards");
        this.#allBox.checked = this.#isAll && this.#ids.size === 0;
        this.#allBox.indeterminate = this.#isAll && this.#ids.size > 0;
    }

    /**
     * @param {HTMLButtonElement | null} button
     * @param {(fields: URLSearchParams, address: string) => Promise<string>} send
     * @param {() => Promise<void>} look
     */
    async #submit(button, send, look) {
        if (this.#bar.ariaBusy === "true") return;
        if (!button || this.count === 0) return this.#showError(phrase("Select some cards first."));
        const fields = new URLSearchParams(/** @type {any} */ (new FormData(this.#bar)));
        fields.delete("note");
        fields.delete("all");
        if (this.#isAll) fields.set("all", "on");
        fields.set(this.#isAll ? "except" : "notes", [...this.#ids].join());
        // If the list was changed elsewhere meanwhile, the server refuses and the learner looks again.
        if (this.#isAll && this.#rows.isCounted) fields.set("count", `${this.count}`);
        else fields.delete("count");
        fields.set("do", button.value);
        if (button.hasAttribute("formaction")) return submitForm(button.formAction, fields);
        this.#bar.ariaBusy = "true";
        const problem = await send(fields, this.#bar.action);
        if (problem && this.#isAll) await look();
        this.#update();
        this.#bar.ariaBusy = null;
        if (problem) return this.#showError(problem);
        for (const way of this.#bar.querySelectorAll("details[open]")) way.removeAttribute("open");
        this.stop();
    }

    /** @param {string} line */
    #showError(line) {
        const failure = element("failure");
        failure.textContent = line;
        failure.hidden = !line;
        if (line) announce(line);
    }
}

/**
 * Goes to a page by submitting a form.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
function submitForm(address, fields) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = address;
    for (const [name, value] of fields) {
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name, value });
        form.append(field);
    }
    document.body.append(form);
    form.submit();
}

/** @param {HTMLElement} row */
function isTicked(row) {
    return row.querySelector(".pick input:checked") !== null;
}
