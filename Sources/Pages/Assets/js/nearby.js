// What Wikipedia knows around a place: asked for at a press, through Omena, which asks nobody before.

import { copy, element, part, say } from "./page.js";
import { phrase, tenths } from "./phrases.js";

/**
 * @typedef {{title: string, about?: string, language: string, url: string, latitude?: number, longitude?: number,
 *     distance?: number, picture?: string}} Article
 */

/** What the section is doing; it is always in one of these. */
export const State = Object.freeze({ idle: "idle", loading: "loading", loaded: "loaded", failed: "failed" });
/** @typedef {typeof State[keyof typeof State]} StateName */

/** The section of one place's sheet. */
export class Nearby {
    #section = element("nearby");
    #address;
    #keep;
    /** @type {AbortController | undefined} */
    #asking;

    /**
     * @param {string} address where articles are
     * @param {(make: "card" | "place", article: Article) => Promise<boolean>} keep makes something of one
     */
    constructor(address, keep) {
        this.#address = address;
        this.#keep = keep;
        this.#section.hidden = false;
        for (const id of ["near-ask", "near-again"]) element(id).addEventListener("click", () => this.ask());
        this.#enter(State.idle);
    }

    /** Asks, and shows what comes. */
    async ask() {
        this.#asking?.abort();
        this.#asking = new AbortController();
        const { signal } = this.#asking;
        this.#enter(State.loading);
        try {
            const at = encodeURIComponent(this.#section.dataset.at ?? "");
            const response = await fetch(`${this.#address}?at=${at}`, { signal, headers: { Accept: "application/json" } });
            if (!response.ok) throw new Error(`The server says ${response.status}.`);
            const { articles } = await response.json();
            this.#enter(State.loaded, articles);
        } catch {
            if (!signal.aborted) this.#enter(State.failed);
        }
    }

    /** The sheet is closed: whatever comes now is for nobody. */
    leave() {
        this.#asking?.abort();
    }

    /**
     * @param {StateName} state
     * @param {Article[]} articles
     */
    #enter(state, articles = []) {
        this.#section.dataset.state = state;
        const words = { idle: "", loading: phrase("Loading…"), loaded: "", failed: phrase("Please try again later.") }[state];
        const isEmpty = state === State.loaded && articles.length === 0;
        const line = element("near-state");
        line.textContent = isEmpty ? phrase("Nothing nearby") : words;
        const hadFocus = this.#section.contains(document.activeElement);
        line.hidden = !line.textContent;
        line.tabIndex = -1;
        // The button that was pressed goes.
        if (hadFocus && state === State.loading) line.focus();
        element("near-ask").hidden = state !== State.idle;
        element("near-again").hidden = state !== State.failed;
        const list = element("articles");
        list.hidden = articles.length === 0;
        element("near-terms").hidden = list.hidden;
        list.replaceChildren(...sorted(articles).map((article) => this.#row(article)));
        if (articles.length > 0) say(phrase("%lld articles", articles.length));
        if (hadFocus && state === State.failed) element("near-again").focus();
        else if (hadFocus && state === State.loaded) (list.querySelector("a") ?? line).focus();
    }

    /** @param {Article} article */
    #row(article) {
        const row = copy("article-row");
        const { title, about, language, url, distance, picture } = article;
        const link = /** @type {HTMLAnchorElement} */ (part(row, "a"));
        link.textContent = title;
        link.href = url;
        const summary = part(row, ".about");
        summary.textContent = about ?? phrase("No further information");
        if (about) link.lang = summary.lang = language;
        else link.lang = language;
        part(row, ".far").textContent = distance === undefined ? "" : far(distance);
        if (picture) {
            const image = /** @type {HTMLImageElement} */ (part(row, "img"));
            image.addEventListener("error", () => (image.hidden = true));
            image.src = picture;
            image.hidden = false;
        }
        const pin = /** @type {HTMLButtonElement} */ (part(row, ".make-pin"));
        const card = /** @type {HTMLButtonElement} */ (part(row, ".make-card"));
        pin.setAttribute("aria-label", phrase("Make a place of %@", title));
        card.setAttribute("aria-label", phrase("Make a card of %@", title));
        pin.hidden = article.latitude === undefined;
        pin.addEventListener("click", () => this.#make("place", article, pin));
        card.addEventListener("click", () => this.#make("card", article, card));
        return row;
    }

    /**
     * @param {"card" | "place"} make
     * @param {Article} article
     * @param {HTMLButtonElement} button
     */
    async #make(make, article, button) {
        if (button.ariaDisabled === "true") return;
        button.ariaDisabled = "true";
        if (await this.#keep(make, article)) {
            button.querySelector("use")?.setAttribute("href", "#i-check");
            button.classList.add("is-done");
        } else button.ariaDisabled = null;
    }
}

/**
 * By title, in the order of the articles' own language: browsers know it, the server has no such tables.
 * @param {Article[]} articles
 */
function sorted(articles) {
    const { compare } = new Intl.Collator(articles[0]?.language);
    return [...articles].sort((left, right) => compare(left.title, right.title));
}

/** @param {number} metres */
function far(metres) {
    return metres < 1000 ? phrase("%lld m", Math.round(metres)) : phrase("%@ km", tenths(metres / 1000));
}
