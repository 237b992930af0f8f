// Which rows are ticked: one by one, from here to there, or all that a query finds, also those that no page has seen.

import { element, part, say } from "./page.js";
import { Rows, id } from "./rows.js";
import { phrase } from "./phrases.js";

/** What is ticked in the list, and the bar that does something with it. */
export class Selection {
    #rows;
    #bar = /** @type {HTMLFormElement} */ (element("selection"));
    #isAll = false;
    /** What is ticked; where all is, what is not. @type {Set<string>} */
    #named = new Set();
    /** Where a stretch of ticks begins. */
    #anchor = "";

    /**
     * @param {Rows} rows
     * @param {(fields: URLSearchParams, address: string) => Promise<string>} send says what is wrong, or nothing
     * @param {() => Promise<void>} look brings the list as it is now
     */
    constructor(rows, send, look) {
        this.#rows = rows;
        rows.onShow = (shown) => this.paint(shown);
        this.#bar.addEventListener("submit", async (event) => {
            event.preventDefault();
            const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
            await this.#act(button, send, look);
        });
        element("unselect").addEventListener("click", (event) => {
            event.preventDefault();
            this.stop();
        });
        element("all").addEventListener("change", () => this.all(this.#box.checked));
        if (this.isOn) this.#tell();
    }

    get isOn() {
        return !this.#bar.hidden;
    }

    /** How many notes are ticked. */
    get count() {
        return this.#isAll ? this.#rows.total - this.#named.size : this.#named.size;
    }

    get #box() {
        return /** @type {HTMLInputElement} */ (element("all"));
    }

    /** Lets rows be ticked. */
    start() {
        if (this.isOn) return;
        this.#bar.hidden = false;
        element("found").dataset.selecting = "on";
        this.#tell();
    }

    /** Forgets what is ticked, and lets rows be opened again. */
    stop() {
        if (!this.isOn) return;
        const hadFocus = this.#bar.contains(document.activeElement);
        this.clear();
        this.#bar.hidden = true;
        delete element("found").dataset.selecting;
        if (hadFocus) document.getElementById("select")?.focus();
    }

    /** Forgets what is ticked. */
    clear() {
        this.#isAll = false;
        this.#named.clear();
        this.#anchor = "";
        this.#fail("");
        this.paint(this.#rows.shown);
        if (this.isOn) this.#tell();
    }

    /**
     * Takes over what a page says of another query.
     * @param {Document} page
     */
    read(page) {
        element("all-words").textContent = part(page, "#all-words").textContent;
        const query = /** @type {HTMLInputElement} */ (part(page, "#selection [name=query]")).value;
        /** @type {HTMLInputElement} */ (part(this.#bar, "[name=query]")).value = query;
        this.#bar.action = /** @type {HTMLFormElement} */ (part(page, "#selection")).action;
        const [old, now] = [this.#bar, page].map((root) => part(root, "[formaction]"));
        old.setAttribute("formaction", now.getAttribute("formaction") ?? "");
    }

    /** @param {boolean} isWanted */
    all(isWanted) {
        this.start();
        this.clear();
        this.#isAll = isWanted;
        this.paint(this.#rows.shown);
        this.#tell();
    }

    /**
     * Ticks a row, or takes its tick away.
     * @param {HTMLElement} row
     * @param {boolean} [isWanted]
     */
    toggle(row, isWanted = !this.#has(id(row))) {
        this.start();
        this.#set([id(row)], isWanted);
        this.#anchor = id(row);
    }

    /**
     * Ticks all rows from where one began to this one.
     * @param {HTMLElement} row
     * @param {HTMLElement} [start] where one began, if nothing is ticked yet
     */
    extend(row, start = row) {
        this.start();
        this.#anchor ||= id(start);
        this.#set(this.#rows.between(this.#anchor, id(row)), true);
    }

    /**
     * Shows on rows whether they are ticked.
     * @param {HTMLElement[]} rows
     */
    paint(rows) {
        for (const row of rows) {
            const box = row.querySelector(".pick input");
            if (box instanceof HTMLInputElement) box.checked = this.#has(id(row));
        }
    }

    /** Deletes what is ticked. */
    remove() {
        this.#bar.requestSubmit(part(this.#bar, "[value=delete]"));
    }

    /** @param {string} note */
    #has(note) {
        return this.#named.has(note) !== this.#isAll;
    }

    /**
     * @param {string[]} notes
     * @param {boolean} isWanted
     */
    #set(notes, isWanted) {
        for (const note of notes) {
            if (isWanted === this.#isAll) this.#named.delete(note);
            else this.#named.add(note);
        }
        this.paint(this.#rows.shown);
        this.#fail("");
        this.#tell();
    }

    #tell() {
        const { count } = this;
        element("selected").textContent = count ? phrase("%lld cards selected", count) : phrase("Tick cards");
        this.#box.checked = this.#isAll && this.#named.size === 0;
        this.#box.indeterminate = this.#isAll && this.#named.size > 0;
    }

    /**
     * @param {HTMLButtonElement | null} button
     * @param {(fields: URLSearchParams, address: string) => Promise<string>} send
     * @param {() => Promise<void>} look
     */
    async #act(button, send, look) {
        if (this.#bar.ariaBusy === "true") return;
        if (!button || this.count === 0) return this.#fail(phrase("Tick the cards first."));
        const fields = new URLSearchParams(/** @type {any} */ (new FormData(this.#bar)));
        fields.delete("note");
        fields.delete("all");
        if (this.#isAll) fields.set("all", "on");
        fields.set(this.#isAll ? "except" : "notes", [...this.#named].join());
        // Where the list was changed elsewhere meanwhile, the learner looks again.
        if (this.#isAll && this.#rows.isCounted) fields.set("count", `${this.count}`);
        else fields.delete("count");
        fields.set("do", button.value);
        if (button.hasAttribute("formaction")) return go(button.formAction, fields);
        this.#bar.ariaBusy = "true";
        const problem = await send(fields, this.#bar.action);
        if (problem && this.#isAll) await look();
        this.#tell();
        this.#bar.ariaBusy = null;
        if (problem) return this.#fail(problem);
        for (const way of this.#bar.querySelectorAll("details[open]")) way.removeAttribute("open");
        this.stop();
    }

    /** @param {string} line */
    #fail(line) {
        const place = element("failure");
        place.textContent = line;
        place.hidden = !line;
        if (line) say(line);
    }
}

/**
 * Goes to a page that is asked for by a form.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
function go(address, fields) {
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
