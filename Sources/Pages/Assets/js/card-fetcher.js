// Fetches what the page does not contain: the sides of later cards, and more cards while there are any.

import { afterFrame } from "./motion.js";
import { keyOf } from "./resume.js";
import { Session } from "./session.js";
import { at, base } from "./site.js";
import { timeout } from "./timeout.js";

/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */

/** The most cards that one request may name. */
const maxRequested = 200;
/** The most cards that the engine takes into one session. */
const maxCards = 10_000;
/** More cards are fetched when no more than this are left. */
const topUpThreshold = 20;
/** When sides that could not be fetched are fetched again, in milliseconds. */
const retryDelay = 5_000;

/** Extends a session over the network; what is missing without one is asked for again. */
export class CardFetcher {
    #session;
    #deal;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #retry;
    /** Whether more cards are being fetched. */
    isFetching = false;

    /**
     * @param {Session} session
     * @param {Deal} deal
     */
    constructor(session, deal) {
        this.#session = session;
        this.#deal = deal;
        addEventListener("online", () => this.complete());
        document.addEventListener("visibilitychange", () => document.hidden || this.#checkLanguages());
    }

    /** Checks, when the learner returns to the page, whether the deck asks other languages now. */
    async #checkLanguages() {
        const deal = await this.#requestDeal(null);
        if (deal) this.#reloadIfLanguagesChanged(deal);
    }

    /**
     * Reloads the page if its decks ask other languages now; the session continues with them.
     * @param {Deal} deal
     * @returns whether the page is reloaded
     */
    #reloadIfLanguagesChanged({ asks }) {
        if (asks === this.#deal.asks) return false;
        location.reload();
        return true;
    }

    /**
     * @param {null | "new" | "ahead"} extra
     * @returns {Promise<Deal | undefined>}
     */
    #requestDeal(extra) {
        const { mode, source, at } = this.#deal;
        const have = this.#session.present.map(({ note, face }) => [note, face]);
        return post(`${base}/study/${mode}?${source}`, this.#deal, { have, since: at, extra });
    }

    /**
     * @param {[note: string, face: string][]} cards
     * @returns {Promise<(DealtCard | null)[] | undefined>}
     */
    async #requestCards(cards) {
        const { mode, source } = this.#deal;
        return (await post(at("/study/cards"), this.#deal, { source, mode, cards }))?.cards;
    }

    /** Fetches incomplete cards, and those of a resumed session, which may have changed since; until all have their sides. */
    async complete() {
        await afterFrame();
        const { cards, coming } = this.#session;
        const dealt = new Set(this.#deal.cards.filter(({ front }) => front).map(keyOf));
        const partial = coming.filter((index) => !dealt.has(keyOf(cards[index])));
        // A quiz also offers answers of cards that were answered already.
        const missing = [...cards.keys()].filter((index) => !cards[index].back && !partial.includes(index));
        const wanted = [...partial, ...missing];
        for (let n = 0; n < wanted.length; n += maxRequested) await this.#fetch(wanted.slice(n, n + maxRequested));
        await this.topUp();
        const isComplete = this.#session.coming.every((index) => this.#session.cards[index].front);
        clearTimeout(this.#retry);
        if (!isComplete) this.#retry = setTimeout(() => this.complete(), retryDelay);
    }

    /** @param {number[]} indices */
    async #fetch(indices) {
        const { cards } = this.#session;
        const fetched = await this.#requestCards(indices.map((index) => [cards[index].note, cards[index].face]));
        if (!fetched) return;
        const answered = new Set(this.#session.answers.map(({ index }) => index));
        /** @type {Map<number, DealtCard>} */
        const changes = new Map();
        for (const [n, card] of fetched.entries()) {
            const index = indices[n];
            if (!card) this.#session.leave(index);
            else {
                // The session knows the cards it has answered better than a server that may not have the answers yet.
                const { state, seed, front, back, map, flag = 0 } = card;
                changes.set(index, { ...cards[index], front, back, flag, ...(map && { map }), ...(!answered.has(index) && state && { state, seed }) });
            }
        }
        this.#session.change(changes);
        this.#session.dispatchEvent(new Event("cards"));
    }

    /** Fetches more cards if few are left, unless the session ends after a batch. */
    async topUp() {
        const { more, remaining, isRetrying, cards } = this.#session;
        if (this.#deal.batch || this.isFetching || more === 0 || remaining > topUpThreshold || isRetrying || cards.length + maxRequested > maxCards) return;
        await this.addMore(null);
        this.#session.dispatchEvent(new Event("cards"));
    }

    /**
     * Adds cards to the session: the rest of its deal, new ones beyond the daily limit, or those due next. Never twice at a time,
     * because both would bring the same cards.
     * @param {null | "new" | "ahead"} extra
     * @returns {Promise<Deal | undefined>}
     */
    async addMore(extra) {
        this.isFetching = true;
        const deal = await this.#requestDeal(extra);
        this.isFetching = false;
        if (!deal || this.#reloadIfLanguagesChanged(deal)) return undefined;
        const { cards, others = [] } = deal.mode === "quiz" ? withDistinctMeanings(deal, this.#session) : deal;
        this.#session.join(cards, deal.waiting, others);
        if (!extra) this.#session.more = deal.more ?? 0;
        const { moreNew, ahead } = deal;
        Object.assign(this.#session.deal, { moreNew, ahead });
        const missing = this.#session.coming.filter((index) => !this.#session.cards[index].front);
        if (missing.length > 0) this.#fetch(missing.slice(0, maxRequested));
        return deal;
    }

    /**
     * How many cards a review of the same source deals tomorrow; undefined while the server can’t be reached, or lacks an answer.
     * @returns {Promise<number | undefined>}
     */
    async tomorrow() {
        try {
            if (!(await this.#session.flush())) return undefined;
            const path = `${at("/study/tomorrow")}?${this.#deal.source}`;
            const response = await fetch(path, { headers: { Accept: "application/json" }, signal: timeout(20_000) });
            return response.ok ? (await response.json()).cards : undefined;
        } catch {
            return undefined;
        }
    }

    /**
     * Returns a card to the end of the session, as it is in the library now.
     * @param {DealtCard} card
     */
    async restore({ note, face, kind, question, answer }) {
        const [card] = (await this.#requestCards([[note, face]])) ?? [];
        if (card) this.#session.join([{ ...card, kind, question, answer }]);
        this.#session.dispatchEvent(new Event("cards"));
    }
}

/**
 * Renumbers the meanings of a deal so that none equals one of the session: each deal numbers them from zero, and brings
 * enough answers for its own cards.
 * @param {Deal} deal
 * @param {Session} session
 * @returns {Pick<Deal, "cards" | "others">}
 */
function withDistinctMeanings({ cards, others = [] }, session) {
    const shift = 1 + session.meanings.reduce((most, { kind, question, answer }) => Math.max(most, kind, question, answer), -1);
    /** @type {<T extends Partial<import("./types.js").Meaning>>(card: T) => T & import("./types.js").Meaning} */
    const shifted = (card) => {
        const { kind = 0, question = 0, answer = 0 } = card;
        return { ...card, kind: kind + shift, question: question + shift, answer: answer + shift };
    };
    return { cards: cards.map(shifted), others: others.map(shifted) };
}

/**
 * Sends a request about the library of a deal.
 * @param {string} path
 * @param {Deal} deal
 * @param {object} request
 * @returns {Promise<any>} undefined if there is no answer
 */
export async function post(path, { library, epoch }, request) {
    try {
        const response = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json", "Accept": "application/json" },
            body: JSON.stringify({ library, epoch, ...request }),
            signal: timeout(20_000),
        });
        return response.ok ? await response.json() : undefined;
    } catch {
        return undefined;
    }
}
