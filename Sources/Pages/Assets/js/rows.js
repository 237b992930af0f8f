// The rows of a long list: however many there are, only those near the window stand in the page.

import { copy, part } from "./page.js";

/**
 * Some rows that follow one another and are fetched together.
 * @typedef {object} Stretch
 * @property {string} address where they come from
 * @property {number} count
 * @property {number} height in pixels, as they were last seen
 * @property {string[]} ids the notes that they show; none where this page has not seen them yet
 * @property {HTMLElement[]} rows none while they are folded away
 */

/** @typedef {{stretches: (readonly [string, number, number])[], more: string, y: number, focus?: string}} Place */

/** How far around the window rows are kept ready, in windows. */
const margin = 1.5;

/** A list on the page, which grows and shrinks at both ends as one scrolls. */
export class Rows {
    /** @type {(rows: HTMLElement[]) => void} is told of rows that come into the page */
    onShow = () => {};
    /** @type {HTMLElement | null} */
    #list = null;
    /** @type {Stretch[]} */
    #stretches = [];
    /** The stretches that stand in the page: from the first to the last. */
    #first = 0;
    #last = -1;
    /** Where the rows behind the last known stretch come from; empty at the end of the list. */
    #more = "";
    #total = 0;
    #isCounted = true;
    /** Counts the lists that stood here: what was asked for an older one is not wanted any more. */
    #generation = 0;
    #isBusy = false;
    #isAwaited = false;

    constructor() {
        for (const event of ["scroll", "resize"]) addEventListener(event, () => this.#soon(), { passive: true });
        this.read();
    }

    /** How many rows the whole list has, as far as it was counted. */
    get total() {
        return this.#total;
    }

    /** Whether that is all of them. */
    get isCounted() {
        return this.#isCounted;
    }

    /** The rows in the page. */
    get shown() {
        return this.#stretches.slice(this.#first, this.#last + 1).flatMap(({ rows }) => rows);
    }

    /**
     * Takes what stands in the page for the beginning of the list.
     * @param {boolean} [isEnough] whether no more rows are fetched before one scrolls, or they are asked for by `fill`
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
        this.#tellPlaces();
        this.onShow(rows);
        if (!isEnough) this.fill();
    }

    /** Brings the rows around the window that are not there yet. */
    fill() {
        this.#soon();
    }

    /**
     * Reads from the list of a page how many rows there are.
     * @param {Document} page
     */
    count(page) {
        const list = page.getElementById("rows");
        this.#total = Number(list?.dataset.total ?? 0);
        this.#isCounted = list?.dataset.more === undefined;
        this.#tellPlaces();
    }

    /** Where the learner is in the list, to be taken up again by another page. @returns {Place} */
    place() {
        this.#settleHeights();
        const row = document.activeElement?.closest("#rows > li");
        return {
            stretches: this.#stretches.map(({ address, count, height }) => /** @type {const} */ ([address, count, height])),
            more: this.#more,
            y: scrollY,
            focus: row instanceof HTMLElement ? id(row) : undefined,
        };
    }

    /**
     * Goes to where the learner was.
     * @param {Place} place
     */
    async restore({ stretches, more, y, focus }) {
        if (!this.#list) return;
        const [first] = this.#stretches;
        if (first && stretches.length > 1) {
            // Where the list began with fewer rows, the others stand in the stretches behind.
            for (const row of first.rows.splice(stretches[0][1])) row.remove();
            first.ids.length = first.count = first.rows.length;
        }
        for (const [address, count, height] of stretches.slice(1)) {
            this.#stretches.push({ address, count, height, ids: [], rows: [] });
        }
        if (stretches.length > 1) this.#more = more;
        this.#settleHeights();
        scrollTo(0, y);
        await this.#settle();
        const row = this.shown.find((row) => id(row) === focus);
        /** @type {HTMLElement | null | undefined} */ (row?.querySelector("a.open-card"))?.focus({ preventScroll: true });
    }

    /**
     * Takes one row away.
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
        this.#settleHeights();
        this.#soon();
    }

    /**
     * The notes from one to the other, in the order of the list, as far as this page has seen them.
     * @param {string} from
     * @param {string} to
     */
    between(from, to) {
        const ids = this.#stretches.flatMap(({ ids }) => ids);
        const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((left, right) => left - right);
        return a < 0 ? [to] : ids.slice(a, b + 1);
    }

    /** Looks, before the next frame, which rows are wanted. */
    #soon() {
        if (this.#isAwaited) return;
        this.#isAwaited = true;
        requestAnimationFrame(() => {
            this.#isAwaited = false;
            this.#settle();
        });
    }

    /** Brings the rows that are wanted, one stretch after the other, and folds away the others. */
    async #settle() {
        if (this.#isBusy) return;
        this.#isBusy = true;
        const generation = this.#generation;
        try {
            for (let step = this.#fold(); step !== undefined; step = this.#fold()) {
                await this.#load(step);
                if (generation !== this.#generation) break;
            }
        } catch {
            // No network: what is shown stays, and the link to the rest can still be pressed.
        } finally {
            this.#isBusy = false;
        }
        if (generation !== this.#generation) await this.#settle();
    }

    /** Folds away what is far from the window; gives the number of a stretch that is wanted and not there. */
    #fold() {
        if (!this.#list) return undefined;
        // Rows that were just read were not measured: that would lay them out once more before they are seen.
        if (this.#stretches.some(({ rows, height }) => rows.length > 0 && height === 0)) this.#settleHeights();
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
            // A jump: nothing that stands in the page is near.
            this.#drop(this.#first, this.#last);
            [this.#first, this.#last] = [start, start - 1];
            this.#pad();
        } else if (this.#last > end + 1 || this.#first < start - 1) {
            this.#keepingPlace(() => {
                const [first, last] = [Math.max(this.#first, start - 1), Math.min(this.#last, end + 1)];
                this.#drop(this.#first, first - 1);
                this.#drop(last + 1, this.#last);
                [this.#first, this.#last] = [first, last];
            });
        }
        if (this.#last < end) return this.#last + 1;
        if (this.#first > start) return this.#first - 1;
        return this.#more && y < to ? this.#stretches.length : undefined;
    }

    /**
     * Fetches a stretch that lies at one end of what stands in the page.
     * @param {number} n
     */
    async #load(n) {
        const generation = this.#generation;
        const address = this.#stretches[n]?.address ?? this.#more;
        const response = await fetch(address, { headers: { Accept: "text/html", Prefer: "rows" } });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        if (generation !== this.#generation || !this.#list || !response.ok) return;
        const known = new Set([...(this.#stretches[n - 1]?.ids ?? []), ...(this.#stretches[n + 1]?.ids ?? [])]);
        const found = /** @type {HTMLElement[]} */ ([...(page.getElementById("rows")?.children ?? [])]);
        // What was deleted meanwhile lets rows of the next stretch move up into this one.
        const rows = found.filter((row) => !known.has(id(row)));
        const stretch = { address, count: rows.length, height: 0, ids: rows.map(id), rows };
        if (n === this.#stretches.length) this.#more = next(page);
        this.#keepingPlace(() => {
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
     * Takes the rows of some stretches out of the page.
     * @param {number} first
     * @param {number} last
     */
    #drop(first, last) {
        for (const stretch of this.#stretches.slice(first, last + 1)) {
            for (const row of stretch.rows) row.remove();
            stretch.rows = [];
        }
    }

    /**
     * Changes which rows stand in the page without moving what the learner sees.
     * @param {() => void} change
     */
    #keepingPlace(change) {
        const seen = this.shown.find((row) => row.getBoundingClientRect().bottom > 0);
        const before = seen?.getBoundingClientRect().top ?? 0;
        change();
        this.#settleHeights();
        const link = document.getElementById("more");
        if (link instanceof HTMLAnchorElement && this.#more) link.href = this.#more;
        else link?.remove();
        if (!seen?.isConnected) return;
        const moved = seen.getBoundingClientRect().top - before;
        if (moved) scrollBy(0, moved);
    }

    /** Measures what stands in the page, and keeps room for the rest. */
    #settleHeights() {
        for (const stretch of this.#stretches) {
            const { rows } = stretch;
            if (rows.length > 0) {
                const bottom = rows[rows.length - 1].getBoundingClientRect().bottom;
                stretch.height = bottom - rows[0].getBoundingClientRect().top;
            } else if (stretch.count === 0) stretch.height = 0;
        }
        this.#tellPlaces();
        this.#pad();
    }

    /** Says to a screen reader where in the list each row is. */
    #tellPlaces() {
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
 * The note that a row shows.
 * @param {HTMLElement} row
 */
export function id(row) {
    return row.dataset.note ?? "";
}

/**
 * What can be done with the note of a row; made when it is first wanted, for rows that were fetched.
 * @param {HTMLElement} row
 * @returns {HTMLElement}
 */
export function menu(row) {
    const menu = row.querySelector(".menu");
    if (menu instanceof HTMLElement) return menu;
    const made = copy("row-ways");
    // The note lies one step above its card.
    const address = part(row, "a.open-card").getAttribute("href")?.replace(/\/card(?=$|\?)/, "") ?? "";
    part(made, "a").setAttribute("href", address);
    part(made, "form").setAttribute("action", address);
    part(row, ".row-menu").append(made);
    return made;
}

/**
 * Where the list of a page goes on.
 * @param {Document} page
 */
function next(page) {
    const path = page.getElementById("more")?.getAttribute("href");
    return path ? new URL(path, location.href).href : "";
}
