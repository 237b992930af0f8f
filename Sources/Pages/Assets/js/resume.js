// Begins a session, or goes on with the one that this browser keeps.

import { dayOf } from "./clock.js";
import { isKeptPage } from "./offline.js";
import { Session } from "./session.js";

/** @typedef {import("./session.js").Surroundings} Surroundings */
/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */

/** A deal of so many cards may have left some out. */
const largestDeal = 200;

/**
 * What a session is kept under: one a library, mode and what it is dealt from.
 * @param {Deal} deal
 */
export function sessionKey({ library, epoch, mode, source }) {
    return JSON.stringify([library, epoch, mode, source]);
}

/**
 * Goes on with the session that this browser keeps for the deal, or begins one.
 * @param {Surroundings} surroundings
 * @param {boolean} isReturn whether the page comes back to where it was, so that a finished session is shown again
 */
export async function open(surroundings, isReturn) {
    const { deal, settings, engine, store } = surroundings;
    const key = sessionKey(deal);
    const owner = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const seconds = deal.mode === "race" ? settings.raceSeconds : 0;
    const kept = await store.claim(key, owner);
    if (kept && kept.steps.length > 0 && fits(kept.session)) {
        const session = new Session(surroundings, { ...kept.session, owner }, kept.steps);
        if (!session.isOver) {
            // A deal from before knows less than the session.
            if (!isKeptPage()) catchUp(session, deal);
            session.more = stillToDeal(session, deal);
            return session;
        }
        if (isReturn) {
            session.more = stillToDeal(session, deal);
            return session;
        }
    }
    const { cards, waiting } = await stillThere(surroundings);
    /** @type {SessionRecord} */
    const record = {
        key,
        owner,
        engine: engine.version,
        seed: deal.seed,
        begun: deal.at,
        seconds,
        dealt: cards.length,
        waiting,
        cards,
        others: deal.others,
        asks: deal.asks,
    };
    await store.begin(record);
    const session = new Session(surroundings, record);
    session.more = deal.more ?? 0;
    return session;

    /** @param {SessionRecord} record */
    function fits(record) {
        if (record.engine !== engine.version || record.seconds !== seconds) return false;
        // What a quiz offers in one language is no answer in another.
        if (deal.mode === "quiz" && record.asks !== deal.asks) return false;
        // What is due is another matter every day.
        return deal.mode !== "review" || dayOf(record.begun, settings.rollover) === dayOf(deal.at, settings.rollover);
    }
}

/**
 * The cards of a deal; of one that was put by and is opened without a network, those that were not reviewed since.
 * @param {Surroundings} surroundings
 */
async function stillThere({ deal, store, queue }) {
    const { cards, waiting = 0 } = deal;
    if (deal.mode !== "review" || !isKeptPage()) return { cards, waiting };
    const left = await store.notReviewed(queue.key, cards, deal.at);
    const steps = new Set(cards.slice(cards.length - waiting));
    return { cards: left, waiting: left.filter((card) => steps.has(card)).length };
}

/**
 * Brings a kept session to what the deck holds now: changed cards change, those that are gone leave, new ones join, and
 * a race to which that happened begins afresh. Notes count, not faces: a deal may ask another one.
 * @param {Session} session
 * @param {Deal} deal
 */
function catchUp(session, deal) {
    const { cards } = session;
    const dealt = new Map(deal.cards.map((card) => [nameOf(card), card]));
    const notes = new Set(deal.cards.map(({ note }) => note));
    const answered = new Set(session.answers.map(({ index }) => index));
    const isWhole = deal.cards.length < largestDeal;
    let isOther = false;

    /** @type {Map<number, DealtCard>} */
    const changes = new Map();
    for (const [index, card] of cards.entries()) {
        const now = dealt.get(nameOf(card));
        if (!now) continue;
        const isStale = answered.has(index) && reviews(now) <= reviews({ state: session.stateOf(index) });
        const { state, seed, kind, question, answer, ...rest } = now;
        changes.set(index, isStale ? rest : { ...rest, state, seed });
        isOther ||= isAnother(card.front, now.front) || isAnother(card.back, now.back);
    }
    // Other languages are asked now: what was dealt before and not answered makes room.
    const asksOtherwise = session.record.asks !== deal.asks;
    if (asksOtherwise) {
        session.record.asks = deal.asks;
        for (const index of session.coming) {
            if (answered.has(index) || dealt.has(nameOf(cards[index]))) continue;
            session.leave(index);
            isOther = true;
        }
    }
    session.change(changes);

    for (const index of session.coming) {
        if (notes.has(cards[index].note) || !isWhole || answered.has(index)) continue;
        session.leave(index);
        isOther = true;
    }
    const known = new Set(session.present.map(({ note }) => note));
    const isOpen = deal.mode === "review" || asksOtherwise || (isWhole && deal.mode !== "quiz");
    const fresh = isOpen ? deal.cards.filter(({ note }) => !known.has(note)) : [];
    session.join(fresh, fresh.filter((card) => deal.cards.indexOf(card) >= deal.cards.length - (deal.waiting ?? 0)).length);
    if (deal.mode === "race" && (isOther || fresh.length > 0)) session.startAgain();
}

/**
 * How many cards there are to come that a session does not have: those that the deal leaves to later ones, without the
 * ones that the session got already, and those that it brings and the session could not take.
 * @param {Session} session
 * @param {Deal} deal
 */
function stillToDeal({ cards, standing }, { cards: dealt, more = 0 }) {
    const known = new Set(cards.map(({ note }) => note));
    const named = new Set(dealt.map(({ note }) => note));
    const unknown = dealt.filter(({ note }) => !known.has(note)).length;
    const others = standing.filter(({ note }) => !named.has(note)).length;
    return unknown + Math.max(0, more - others);
}

/** @param {DealtCard} card */
function nameOf({ note, face }) {
    return `${note} ${face}`;
}

/** @param {{state?: (number | null)[]}} card */
function reviews({ state }) {
    return state?.[6] ?? 0;
}

/**
 * Whether a side shows something else now, as far as both are known.
 * @param {import("./types.js").Side | undefined} before
 * @param {import("./types.js").Side | undefined} now
 */
function isAnother(before, now) {
    return before !== undefined && now !== undefined && JSON.stringify(before) !== JSON.stringify(now);
}
