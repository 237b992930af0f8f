// Wikipedia articles near a place, fetched through Omena when the learner presses a button, and never before.

import { announce, cloneTemplate, element, part } from "./page.js";
import { formatTenths, phrase } from "./phrases.js";

/**
 * @typedef {{title: string, about?: string, language: string, url: string, source: string, latitude?: number, longitude?: number,
 *     distance?: number, picture?: string}} Article
 */

/** The states of the section. */
export const State = Object.freeze({ idle: "idle", loading: "loading", loaded: "loaded", failed: "failed" });
/** @typedef {typeof State[keyof typeof State]} StateName */

/** The *Nearby* section of a place's sheet. */
export class Nearby {
    #section = element("nearby");
    #address;
    #create;
    /** @type {AbortController | undefined} */
    #request;

    /**
     * @param {string} address of the articles
     * @param {(make: "card" | "place", article: Article) => Promise<boolean>} create creates something from an article
     */
    constructor(address, create) {
        this.#address = address;
        this.#create = create;
        this.#section.hidden = false;
        for (const id of ["near-ask", "near-again"]) element(id).addEventListener("click", () => this.load());
        this.#enter(State.idle);
    }

    /** Fetches the articles and shows them. */
    async load() {
        this.#request?.abort();
        this.#request = new AbortController();
        const { signal } = this.#request;
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

    /** Cancels the request when the sheet is closed. */
    cancel() {
        this.#request?.abort();
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
        // The pressed button disappears.
        if (hadFocus && state === State.loading) line.focus();
        element("near-ask").hidden = state !== State.idle;
        element("near-again").hidden = state !== State.failed;
        const list = element("articles");
        list.hidden = articles.length === 0;
        element("near-terms").hidden = list.hidden;
        list.replaceChildren(...sorted(articles).map((article) => this.#row(article)));
        if (articles.length > 0) announce(phrase("%lld articles", articles.length));
        if (hadFocus && state === State.failed) element("near-again").focus();
        else if (hadFocus && state === State.loaded) (list.querySelector("a") ?? line).focus();
    }

    /** @param {Article} article */
    #row(article) {
        const row = cloneTemplate("article-row");
        const { title, about, language, url, distance, picture } = article;
        const link = /** @type {HTMLAnchorElement} */ (part(row, "a"));
        link.textContent = title;
        link.href = url;
        const summary = part(row, ".about");
        summary.textContent = about ?? phrase("No further information");
        if (about) link.lang = summary.lang = language;
        else link.lang = language;
        part(row, ".far").textContent = distance === undefined ? "" : formatDistance(distance);
        if (picture) {
            const image = /** @type {HTMLImageElement} */ (part(row, "img"));
            image.addEventListener("error", () => (image.hidden = true));
            image.src = picture;
            image.hidden = false;
        }
        const pin = /** @type {HTMLButtonElement} */ (part(row, ".make-pin"));
        const card = /** @type {HTMLButtonElement} */ (part(row, ".make-card"));
        pin.setAttribute("aria-label", phrase("Create a place from %@", title));
        card.setAttribute("aria-label", phrase("Create a card from %@", title));
        pin.hidden = article.latitude === undefined;
        pin.addEventListener("click", () => this.#make("place", article, pin));
        card.addEventListener("click", () => this.#make("card", article, card));
        return row;
    }

    /**
     * @param {"card" | "place"} kind
     * @param {Article} article
     * @param {HTMLButtonElement} button
     */
    async #make(kind, article, button) {
        if (button.ariaDisabled === "true") return;
        button.ariaDisabled = "true";
        if (await this.#create(kind, article)) {
            button.querySelector("use")?.setAttribute("href", "#i-check");
            button.classList.add("is-done");
        } else button.ariaDisabled = null;
    }
}

/**
 * Sorted by title in the order of the articles' language, for which the server has no tables.
 * @param {Article[]} articles
 */
function sorted(articles) {
    const { compare } = new Intl.Collator(articles[0]?.language);
    return [...articles].sort((left, right) => compare(left.title, right.title));
}

/** @param {number} metres */
function formatDistance(metres) {
    return metres < 1000 ? phrase("%lld m", Math.round(metres)) : phrase("%@ km", formatTenths(metres / 1000));
}
