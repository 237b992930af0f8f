// The list of all places beside the map.

import { cloneTemplate, element, part } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Pin & {text?: string}} ListedPin */

/** Places as rows, in the alphabetical order of the page's language. */
export class PlaceList {
    #list = element("places");
    #order = new Intl.Collator(document.documentElement.lang);
    #address;
    /** @type {Map<string, {row: HTMLElement, pin: ListedPin}>} */
    #rows = new Map();

    /** @param {string} address of all places */
    constructor(address) {
        this.#address = address;
        for (const row of /** @type {HTMLCollectionOf<HTMLElement>} */ (this.#list.children)) {
            const [latitude, longitude] = row.getAttribute("data-at")?.split(",").map(Number) ?? [null, null];
            const id = row.getAttribute("data-note") ?? "";
            const name = row.firstElementChild?.firstElementChild?.textContent ?? "";
            this.#rows.set(id, { row, pin: { id, name, latitude, longitude } });
        }
    }

    /** @returns {ListedPin[]} */
    get pins() {
        return Array.from(this.#rows.values(), ({ pin }) => pin);
    }

    /** @param {string} id */
    pin(id) {
        return this.#rows.get(id)?.pin;
    }

    /** @param {string} id */
    row(id) {
        return this.#rows.get(id)?.row;
    }

    /** Sorts all rows in the order of the language, which the server does not know. */
    sort() {
        const entries = [...this.#rows.values()];
        const { compare } = this.#order;
        // Usually they are sorted already, and checking is much faster than sorting.
        if (entries.every(({ pin }, index) => index === 0 || compare(entries[index - 1].pin.name, pin.name) <= 0)) return;
        const sorted = entries.sort((left, right) => compare(left.pin.name, right.pin.name));
        this.#list.append(...sorted.map(({ row }) => row));
        this.#rows = new Map(sorted.map((entry) => [entry.pin.id, entry]));
    }

    /**
     * Adds or updates a place at its position in the order.
     * @param {ListedPin} pin
     */
    put(pin) {
        this.#rows.get(pin.id)?.row.remove();
        this.#rows.delete(pin.id);
        const row = this.#row(pin);
        const next = this.pins.find(({ name }) => this.#order.compare(name, pin.name) > 0);
        this.#list.insertBefore(row, (next && this.row(next.id)) ?? null);
        this.#rows.set(pin.id, { row, pin });
        this.#updateCount();
    }

    /** @param {string} id */
    remove(id) {
        this.#rows.get(id)?.row.remove();
        this.#rows.delete(id);
        this.#updateCount();
    }

    /**
     * Lists these places instead of all others.
     * @param {ListedPin[]} pins
     */
    replace(pins) {
        const sorted = [...pins].sort((left, right) => this.#order.compare(left.name, right.name));
        this.#rows = new Map(sorted.map((pin) => [pin.id, { row: this.#row(pin), pin }]));
        this.#list.replaceChildren(...Array.from(this.#rows.values(), ({ row }) => row));
        this.#updateCount();
    }

    /**
     * Shows only the places whose names contain a text; returns the first of them.
     * @param {string} words
     */
    filter(words) {
        const search = fold(words.trim());
        let count = 0;
        /** @type {string | undefined} */
        let first;
        for (const { row, pin } of this.#rows.values()) {
            row.hidden = search !== "" && !fold(pin.name).includes(search);
            if (row.hidden) continue;
            count += 1;
            if (first === undefined || this.#order.compare(pin.name, this.pin(first)?.name ?? "") < 0) first = pin.id;
        }
        element("count").textContent = search ? phrase("%lld places found", count) : phrase("%lld places", count);
        return first;
    }

    /** @param {ListedPin} pin */
    #row({ id, name, latitude, longitude, text = "" }) {
        const row = cloneTemplate("place-row");
        row.dataset.note = id;
        if (latitude !== null) row.dataset.at = `${latitude},${longitude}`;
        part(row, "a").setAttribute("href", `${this.#address}/${id}`);
        part(row, "bdi").textContent = name;
        part(row, "small").textContent = text;
        return row;
    }

    #updateCount() {
        const { size } = this.#rows;
        element("count").textContent = phrase("%lld places", size);
        element("no-places").hidden = size > 0;
    }
}

/**
 * The text without case and accents.
 * @param {string} text
 */
function fold(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
