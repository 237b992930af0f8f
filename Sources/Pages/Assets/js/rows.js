// A virtual list: however many rows there are, only those near the window are in the page.

import { cloneTemplate, part } from "./page.js";

/**
 * Some rows that follow one another and are fetched together.
 * @typedef {object} Stretch
 * @property {string} address where they come from
 * @property {number} count
 * @property {number} height in pixels, as they were last seen
 * @property {string[]} ids the notes that they show; none where this page has not seen them yet
 * @property {HTMLElement[]} rows none while they are folded away
 */

/** @typedef {{stretches: (readonly [string, number, number])[], more: string, y: number, focus?: string}} ScrollPosition */

/** How far around the window rows are loaded, in windows. */
const margin = 1.5;

/** A list that grows and shrinks at both ends as the learner scrolls. */
export class VirtualList {
    /** @type {(rows: HTMLElement[]) => void} called with rows that come into the page */
    onShow = () => {};
    /** @type {HTMLElement | null} */
    #list = null;
    /** @type {Stretch[]} */
    #stretches = [];
    /** The range of stretches that are in the page. */
    #first = 0;
    #last = -1;
    /** The address of the rows behind the last known stretch; empty at the end of the list. */
    #more = "";
    #total = 0;
    #isCounted = true;
    /** Counts the lists that were here: responses for an older one are ignored. */
    #generation = 0;
    #isBusy = false;
    #isScheduled = false;

    constructor() {
        for (const event of ["scroll", "resize"]) addEventListener(event, () => this.#schedule(), { passive: true });
        this.read();
    }

    /** The number of rows in the whole list, as far as it was counted. */
    get total() {
        return this.#total;
    }

    /** Whether all rows were counted. */
    get isCounted() {
        return this.#isCounted;
    }

    /** The rows in the page. */
    get shown() {
        return this.#stretches.slice(this.#first, this.#last + 1).flatMap(({ rows }) => rows);
    }

    /**
     * Takes the rows in the page as the beginning of the list.
     * @param {boolean} [isEnough] whether further rows are fetched only on scrolling or by `fill`
     */
    read(isEnough = false) {
        this.#generation += 1;
        this.#list = document.getElementById("rows");
        this.#stretches = [];
        [this.#first, this.#last, this.#more] = [0, -1, ""];
        this.count(document);
        if (!this.#list) return;
        this.#more = next(document);
        const rows = /** @type {HTMLElement[]} */ ([...this.#list.children]);
        this.#stretches.push({ address: location.href, count: rows.length, height: 0, ids: rows.map(id), rows });
        this.#last = 0;
        this.#updatePositions();
        this.onShow(rows);
        if (!isEnough) this.fill();
    }

    /** Loads the missing rows around the window. */
    fill() {
        this.#schedule();
    }

    /**
     * Reads the number of rows from a page.
     * @param {Document} page
     */
    count(page) {
        const list = page.getElementById("rows");
        this.#total = Number(list?.dataset.total ?? 0);
        this.#isCounted = list?.dataset.more === undefined;
        this.#updatePositions();
    }

    /** The position in the list, to be restored by another page. @returns {ScrollPosition} */
    scrollPosition() {
        this.#measure();
        const row = document.activeElement?.closest("#rows > li");
        return {
            stretches: this.#stretches.map(({ address, count, height }) => /** @type {const} */ ([address, count, height])),
            more: this.#more,
            y: scrollY,
            focus: row instanceof HTMLElement ? id(row) : undefined,
        };
    }

    /**
     * Restores a position.
     * @param {ScrollPosition} place
     */
    async restore({ stretches, more, y, focus }) {
        if (!this.#list) return;
        const [first] = this.#stretches;
        if (first && stretches.length > 1) {
            // If the list began with fewer rows, the others belong to the following stretches.
            for (const row of first.rows.splice(stretches[0][1])) row.remove();
            first.ids.length = first.count = first.rows.length;
        }
        for (const [address, count, height] of stretches.slice(1)) {
            this.#stretches.push({ address, count, height, ids: [], rows: [] });
        }
        if (stretches.length > 1) this.#more = more;
        this.#measure();
        scrollTo(0, y);
        await this.#loadWanted();
        const row = this.shown.find((row) => id(row) === focus);
        /** @type {HTMLElement | null | undefined} */ (row?.querySelector("a.open-card"))?.focus({ preventScroll: true });
    }

    /**
     * Removes one row.
     * @param {HTMLElement} row
     */
    remove(row) {
        const stretch = this.#stretches.find(({ rows }) => rows.includes(row));
        if (!stretch) return;
        stretch.rows = stretch.rows.filter((other) => other !== row);
        stretch.ids = stretch.rows.map(id);
        stretch.count -= 1;
        this.#total -= 1;
        row.remove();
        this.#measure();
        this.#schedule();
    }

    /**
     * The notes between two notes, inclusive, in the order of the list and as far as this page has seen them.
     * @param {string} from
     * @param {string} to
     */
    between(from, to) {
        const ids = this.#stretches.flatMap(({ ids }) => ids);
        const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((left, right) => left - right);
        return a < 0 ? [to] : ids.slice(a, b + 1);
    }

    /** Schedules a check, before the next frame, which rows are wanted. */
    #schedule() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        requestAnimationFrame(() => {
            this.#isScheduled = false;
            this.#loadWanted();
        });
    }

    /** Loads the wanted rows, one stretch after the other, and removes distant ones. */
    async #loadWanted() {
        if (this.#isBusy) return;
        this.#isBusy = true;
        const generation = this.#generation;
        try {
            for (let step = this.#trim(); step !== undefined; step = this.#trim()) {
                await this.#load(step);
                if (generation !== this.#generation) break;
            }
        } catch {
            // No network, or a server that refuses: the list stays as it is, and the link to the rest still works.
        } finally {
            this.#isBusy = false;
        }
        if (generation !== this.#generation) await this.#loadWanted();
    }

    /** Removes rows far from the window; returns the index of a wanted stretch that is missing. */
    #trim() {
        if (!this.#list) return undefined;
        // Rows just read were not measured yet, because that would force another layout before they are seen.
        if (this.#stretches.some(({ rows, height }) => rows.length > 0 && height === 0)) this.#measure();
        const { top } = this.#list.getBoundingClientRect();
        const [from, to] = [-top - margin * innerHeight, -top + (1 + margin) * innerHeight];
        let [start, end, y] = [-1, -1, 0];
        for (const [n, { height }] of this.#stretches.entries()) {
            if (y + height > from && y < to) {
                if (start < 0) start = n;
                end = n;
            }
            y += height;
        }
        if (start < 0) start = end = y <= from ? this.#stretches.length - 1 : 0;
        if (start > this.#last + 1 || end < this.#first - 1) {
            // A jump: no row in the page is near.
            this.#removeStretches(this.#first, this.#last);
            [this.#first, this.#last] = [start, start - 1];
            this.#pad();
        } else if (this.#last > end + 1 || this.#first < start - 1) {
            this.#keepScrollPosition(() => {
                const [first, last] = [Math.max(this.#first, start - 1), Math.min(this.#last, end + 1)];
                this.#removeStretches(this.#first, first - 1);
                this.#removeStretches(last + 1, this.#last);
                [this.#first, this.#last] = [first, last];
            });
        }
        if (this.#last < end) return this.#last + 1;
        if (this.#first > start) return this.#first - 1;
        return this.#more && y < to ? this.#stretches.length : undefined;
    }

    /**
     * Fetches a stretch at one end of those in the page.
     * @param {number} n
     */
    async #load(n) {
        const generation = this.#generation;
        const address = this.#stretches[n]?.address ?? this.#more;
        const response = await fetch(address, { headers: { Accept: "text/html", Prefer: "rows" } });
        // Without rows the same stretch would be wanted again at once.
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (generation !== this.#generation || !this.#list) return;
        const known = new Set([...(this.#stretches[n - 1]?.ids ?? []), ...(this.#stretches[n + 1]?.ids ?? [])]);
        const found = /** @type {HTMLElement[]} */ ([...(page.getElementById("rows")?.children ?? [])]);
        // After a deletion, rows of the next stretch have moved up into this one.
        const rows = found.filter((row) => !known.has(id(row)));
        const stretch = { address, count: rows.length, height: 0, ids: rows.map(id), rows };
        if (n === this.#stretches.length) this.#more = next(page);
        this.#keepScrollPosition(() => {
            this.#stretches[n] = stretch;
            if (n > this.#last) {
                this.#list?.append(...rows);
                this.#last = n;
            } else {
                this.#list?.prepend(...rows);
                this.#first = n;
            }
        });
        this.onShow(rows);
    }

    /**
     * Removes the rows of a range of stretches from the page.
     * @param {number} first
     * @param {number} last
     */
    #removeStretches(first, last) {
        for (const stretch of this.#stretches.slice(first, last + 1)) {
            for (const row of stretch.rows) row.remove();
            stretch.rows = [];
        }
    }

    /**
     * Changes the rows in the page without moving what the learner sees.
     * @param {() => void} change
     */
    #keepScrollPosition(change) {
        const seen = this.shown.find((row) => row.getBoundingClientRect().bottom > 0);
        const before = seen?.getBoundingClientRect().top ?? 0;
        change();
        this.#measure();
        const link = document.getElementById("more");
        if (link instanceof HTMLAnchorElement && this.#more) link.href = this.#more;
        else link?.remove();
        if (!seen?.isConnected) return;
        const moved = seen.getBoundingClientRect().top - before;
        if (moved) scrollBy(0, moved);
    }

    /** Measures the rows in the page, and reserves space for the rest. */
    #measure() {
        for (const stretch of this.#stretches) {
            const { rows } = stretch;
            if (rows.length > 0) {
                const bottom = rows[rows.length - 1].getBoundingClientRect().bottom;
                stretch.height = bottom - rows[0].getBoundingClientRect().top;
            } else if (stretch.count === 0) stretch.height = 0;
        }
        this.#updatePositions();
        this.#pad();
    }

    /** Gives each row its position for screen readers. */
    #updatePositions() {
        let position = 1;
        for (const { rows, count } of this.#stretches) {
            for (const [n, row] of rows.entries()) {
                row.setAttribute("aria-posinset", `${position + n}`);
                row.setAttribute("aria-setsize", this.#isCounted ? `${this.#total}` : "-1");
            }
            position += count;
        }
    }

    #pad() {
        if (!this.#list) return;
        const height = (/** @type {Stretch[]} */ some) => some.reduce((sum, { height }) => sum + height, 0);
        this.#list.style.paddingBlockStart = `${height(this.#stretches.slice(0, this.#first))}px`;
        this.#list.style.paddingBlockEnd = `${height(this.#stretches.slice(this.#last + 1))}px`;
    }
}

/**
 * The note of a row.
 * @param {HTMLElement} row
 */
export function id(row) {
    return row.dataset.note ?? "";
}

/**
 * The menu of a row; rows that were fetched get it when it is first needed.
 * @param {HTMLElement} row
 * @returns {HTMLElement}
 */
export function menuOf(row) {
    const menu = row.querySelector(".menu");
    if (menu instanceof HTMLElement) return menu;
    const created = cloneTemplate("row-actions");
    // The address of the note is that of its card without the last component.
    const address = part(row, "a.open-card").getAttribute("href")?.replace(/\/card(?=$|\?)/, "") ?? "";
    part(created, "a").setAttribute("href", address);
    part(created, "form").setAttribute("action", address);
    part(row, ".row-menu").append(created);
    return created;
}

/**
 * The address of the list's next part.
 * @param {Document} page
 */
function next(page) {
    const path = page.getElementById("more")?.getAttribute("href");
    return path ? new URL(path, location.href).href : "";
}
