// Begins a session, or resumes the one that this browser has stored.

import { dayOf } from "./clock.js";
import { isLockable } from "./lockable.js";
import { isCachedPage } from "./offline.js";
import { Session } from "./session.js";

/** @typedef {import("./session.js").SessionContext} SessionContext */
/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */

/** A deal of this size may be incomplete. */
const maxDeal = 200;

/**
 * The key of a session: one for each library, mode and source, which names decks and therefore is not stored of a library
 * with a lock.
 * @param {Deal} deal
 */
export function sessionKey({ library, epoch, mode, source }) {
    return JSON.stringify([library, epoch, mode, isLockable ? fingerprint(source) : source]);
}

/**
 * Two numbers that tell texts apart (FNV-1a with two starts).
 * @param {string} text
 */
function fingerprint(text) {
    return [0x811c9dc5, 0x01000193].map((start) => {
        let hash = start;
        for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
        return hash >>> 0;
    });
}

/**
 * Resumes the stored session for the deal, or begins one.
 * @param {SessionContext} context
 * @param {boolean} isReturn whether the learner returned to the page, so that a finished session is shown again
 */
export async function openSession(context, isReturn) {
    const { deal, settings, engine, store } = context;
    const key = sessionKey(deal);
    const owner = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const seconds = deal.mode === "race" ? settings.raceSeconds : 0;
    // What a quiz offers besides its own answers is not stored of a library with a lock.
    const stored = isLockable && deal.mode === "quiz" ? undefined : await store.claim(key, owner);
    if (stored && stored.steps.length > 0 && canResume(stored.session)) {
        const session = new Session(context, { ...stored.session, owner }, stored.steps);
        if (!session.isOver) {
            // A cached deal is older than the session.
            if (!isCachedPage()) catchUp(session, deal);
            session.more = undealtCount(session, deal);
            return session;
        }
        if (isReturn) {
            session.more = undealtCount(session, deal);
            return session;
        }
    }
    const { cards, waiting } = await unreviewedCards(context);
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
    const session = new Session(context, record);
    session.more = deal.more ?? 0;
    return session;

    /** @param {SessionRecord} record */
    function canResume(record) {
        if (record.engine !== engine.version || record.seconds !== seconds) return false;
        // The answers of a quiz in one language are not answers in another.
        if (deal.mode === "quiz" && record.asks !== deal.asks) return false;
        // A review lasts one day, because other cards are due on the next.
        return deal.mode !== "review" || dayOf(record.begun, settings.rollover) === dayOf(deal.at, settings.rollover);
    }
}

/**
 * The cards of a deal, without those reviewed since if the deal was cached and is opened without a network.
 * @param {SessionContext} context
 */
async function unreviewedCards({ deal, store, queue }) {
    const { cards, waiting = 0 } = deal;
    if (deal.mode !== "review" || !isCachedPage()) return { cards, waiting };
    const left = await store.notReviewed(queue.key, cards, deal.at);
    const steps = new Set(cards.slice(cards.length - waiting));
    return { cards: left, waiting: left.filter((card) => steps.has(card)).length };
}

/**
 * Updates a stored session to the current deck: changed cards are updated, deleted ones removed, new ones added, and
 * a changed race starts again. Notes are compared, not faces, because a deal may ask another face.
 * @param {Session} session
 * @param {Deal} deal
 */
function catchUp(session, deal) {
    const { cards } = session;
    const dealt = new Map(deal.cards.map((card) => [keyOf(card), card]));
    const notes = new Set(deal.cards.map(({ note }) => note));
    const answered = new Set(session.answers.map(({ index }) => index));
    const isComplete = deal.cards.length < (deal.batch ?? maxDeal);
    let hasChanged = false;

    /** @type {Map<number, DealtCard>} */
    const changes = new Map();
    for (const [index, card] of cards.entries()) {
        const now = dealt.get(keyOf(card));
        if (!now) continue;
        const isStale = answered.has(index) && reviewCount(now) <= reviewCount({ state: session.stateOf(index) });
        const { state, seed, kind, question, answer, ...rest } = now;
        changes.set(index, isStale ? rest : { ...rest, state, seed });
        hasChanged ||= differs(card.front, now.front) || differs(card.back, now.back);
    }
    // Other languages are asked now: unanswered cards of the old ones are removed.
    const asksOtherLanguages = session.record.asks !== deal.asks;
    if (asksOtherLanguages) {
        session.record.asks = deal.asks;
        for (const index of session.coming) {
            if (answered.has(index) || dealt.has(keyOf(cards[index]))) continue;
            session.leave(index);
            hasChanged = true;
        }
    }
    session.change(changes);

    for (const index of session.coming) {
        if (notes.has(cards[index].note) || !isComplete || answered.has(index)) continue;
        session.leave(index);
        hasChanged = true;
    }
    const known = new Set(session.present.map(({ note }) => note));
    const acceptsNew = deal.mode === "review" || asksOtherLanguages || (isComplete && deal.mode !== "quiz");
    const added = acceptsNew ? deal.cards.filter(({ note }) => !known.has(note)) : [];
    session.join(added, added.filter((card) => deal.cards.indexOf(card) >= deal.cards.length - (deal.waiting ?? 0)).length);
    if (deal.mode === "race" && (hasChanged || added.length > 0)) session.startAgain();
}

/**
 * The number of cards still to be dealt to a session: those that the deal postpones, without those that the session
 * already has, and those of the deal that the session could not take.
 * @param {Session} session
 * @param {Deal} deal
 */
function undealtCount({ cards, members }, { cards: dealt, more = 0 }) {
    const known = new Set(cards.map(({ note }) => note));
    const named = new Set(dealt.map(({ note }) => note));
    const unknown = dealt.filter(({ note }) => !known.has(note)).length;
    const others = members.filter(({ note }) => !named.has(note)).length;
    return unknown + Math.max(0, more - others);
}

/** @param {DealtCard} card */
export function keyOf({ note, face }) {
    return `${note} ${face}`;
}

/** @param {{state?: (number | null)[]}} card */
function reviewCount({ state }) {
    return state?.[6] ?? 0;
}

/**
 * Whether a side has changed, as far as both versions are known.
 * @param {import("./types.js").Side | undefined} before
 * @param {import("./types.js").Side | undefined} now
 */
function differs(before, now) {
    return before !== undefined && now !== undefined && JSON.stringify(before) !== JSON.stringify(now);
}
