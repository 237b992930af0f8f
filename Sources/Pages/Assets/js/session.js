// A session: a table whose steps are kept, so that replaying them leads back here, and whose answers are sent.

import { Engine, grade as grades } from "./engine.js";
import { practice, retraction, review } from "./event.js";
import { watch } from "./handover.js";
import { Queue } from "./queue.js";
import { reviewsOf } from "./schedule.js";
import { Store, TakenOver } from "./store.js";
import { Table } from "./session-state.js";
import { now } from "./time.js";

/** @typedef {import("./schedule.js").Outcome} Outcome */
/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{deal: Deal, settings: Settings, engine: Engine, store: Store, queue: Queue}} Surroundings */

/** The session of this tab. Everything it does is done at once; keeping and sending follow behind. */
export class Session extends Table {
    #store;
    #queue;
    /** @type {Promise<void>} */
    #keeping = Promise.resolve();
    #steps = 0;
    /** Up to when time is counted, while the clock of a race runs, and how much of it no step has told yet. */
    #counted = NaN;
    #ran = 0;

    /**
     * @param {Surroundings} surroundings
     * @param {SessionRecord} record
     * @param {Step[]} [steps] what happened in it before
     */
    constructor({ deal, settings, engine, store, queue }, record, steps = []) {
        super(deal, settings, engine, record);
        this.#store = store;
        this.#queue = queue;
        this.replay(steps);
        this.#steps = steps.length;
    }

    // Answers

    /**
     * Grades the top card; false where there is none.
     * @param {number} grade
     * @param {number} duration milliseconds from the card's showing
     * @param {Outcome[]} [shown] what the buttons promised
     */
    answer(grade, duration, shown) {
        const spent = this.#spent();
        const index = this.engine.card(0);
        if (index === undefined || this.mode === "browse" || this.isOver) {
            this.#ran += spent.ran ?? 0;
            return false;
        }
        const card = this.record.cards[index];
        const moment = now();
        const outcome = kept(this.outcomes(moment)?.[grade - 1], shown?.[grade - 1]);
        const event = outcome
            ? review(card, grade, duration, this.mode, {
                  moment,
                  due: outcome.due,
                  reviews: reviewsOf(this.stateOf(index) ?? []),
              })
            : practice(card, grade, duration, this.mode);
        const { days, due, state } = outcome ?? {};
        const until = days === undefined && this.mode === "review" ? due : undefined;
        this.#take({ kind: "answer", grade, event: event.id, duration, ...spent, state, days, until }, event);
        // The engine lets the clock stand over an empty table.
        if (this.isOver) this.#counted = NaN;
        return true;
    }

    /** Takes the last answer back; gives it, or undefined where there was none. */
    undo() {
        const { last } = this;
        if (!last) return undefined;
        const event = retraction(last.event, this.record.cards[last.index], this.mode);
        this.#take({ kind: "undo", ...this.#spent() }, event);
        return last;
    }

    /** Begins a round of the cards that were missed in this one; false while it is not over or none was. */
    retry() {
        if (!this.isOver || this.missed === 0) return false;
        this.#take({ kind: "retry" });
        return true;
    }

    /** Deals all cards that are there afresh. */
    startAgain() {
        this.stand(this.#counted);
        this.#take({ kind: "startAgain" });
    }

    /**
     * Shows the card after or before, in browse; false at the ends.
     * @param {-1 | 1} by
     */
    turn(by) {
        if (by < 0 ? this.answered === 0 : this.onTable <= 1) return false;
        this.#take({ kind: "turn", by });
        return true;
    }

    /** Between two cards: loads a page anew that is older than its server; says whether it does. */
    renewPage() {
        return this.#queue.renewPage();
    }

    // Time

    /** Lets the clock of a race run, if there is a card and time left. */
    run(now = monotonic()) {
        if (this.engine.resume(now)) this.#counted = now;
    }

    /** Lets it stand. */
    stand(now = monotonic()) {
        if (!this.isRunning) return;
        this.#count(now);
        this.engine.pause(now);
        this.#counted = NaN;
        const { ran } = this.#spent();
        if (ran) this.#take({ kind: "ran", ran });
    }

    get isRunning() { return !Number.isNaN(this.#counted); }

    /** Lets time pass on the clock of a race; kept at once, because a page that goes away has no time left for it. */
    pass(now = monotonic()) {
        if (!this.isRunning) return;
        this.#count(now);
        if (this.isOver) this.stand(now);
        else this.#take({ kind: "ran", ran: this.#ran });
        this.#ran = 0;
    }

    /**
     * Brings cards back whose step is over; false where there is none.
     * @param {number} moment
     */
    bringBack(moment) {
        const next = this.nextReturn;
        if (next === undefined || next > moment) return false;
        this.#take({ kind: "return", moment });
        return true;
    }

    /** @param {number} now */
    #count(now) {
        this.#ran += Math.max(0, now - this.#counted);
        this.#counted = now;
        this.engine.tick(now);
    }

    /** Time that no step has told of yet. */
    #spent() {
        if (this.isRunning) this.#count(monotonic());
        const ran = this.#ran;
        this.#ran = 0;
        return ran > 0 ? { ran } : {};
    }

    // Cards that change

    /**
     * Lays more cards at the bottom; the last `waiting` are at a step that is not over. A quiz may offer `others` with
     * them.
     * @param {DealtCard[]} cards
     * @param {Deal["others"]} [others]
     */
    join(cards, waiting = 0, others = []) {
        if (cards.length === 0) return;
        this.record.cards = [...this.record.cards, ...cards];
        if (others.length > 0) this.record.others = [...(this.record.others ?? []), ...others];
        const until = cards.slice(cards.length - waiting).map(({ state }) => Number(state?.[4] ?? 0));
        this.#take({ kind: "join", count: cards.length - waiting, until });
        this.tellMeanings();
    }

    /**
     * Takes a card away.
     * @param {number} index
     */
    leave(index) {
        this.#take({ kind: "leave", card: index });
    }

    /**
     * Gives cards what they show now, by their numbers.
     * @param {Map<number, DealtCard>} changes
     */
    change(changes) {
        if (changes.size === 0) return;
        this.record.cards = this.record.cards.map((card, index) => ({ ...card, ...changes.get(index) }));
        this.tellMeanings();
        this.#keeping = this.#keeping.then(() => this.#store.renew(this.record)).catch(() => {});
        this.dispatchEvent(new Event("cards"));
    }

    // Steps

    /**
     * @param {Step} step
     * @param {ReviewEvent} [event]
     */
    #take(step, event) {
        this.apply(step);
        const n = this.#steps++;
        const { key, owner } = this.record;
        const changed = step.kind === "join" ? this.record : undefined;
        const entry = { session: { key, owner }, n, step, place: this.#queue.key, event, changed };
        const settle = watch(entry);
        this.#keeping = this.#keeping.then(async () => {
            try {
                await this.#store.append(entry);
            } catch (error) {
                if (error instanceof TakenOver) {
                    this.dispatchEvent(new Event("lost"));
                    return;
                }
                if (event) this.#queue.addUnkept(event);
            } finally {
                settle();
            }
            if (event) this.#queue.send();
        });
    }
}

/** Whole milliseconds of a clock that never goes back. */
function monotonic() {
    return Math.floor(performance.now());
}

/**
 * The outcome that is stored: the one that was promised, for as long as the promise is the same.
 * @param {Outcome | undefined} now
 * @param {Outcome | undefined} shown
 */
function kept(now, shown) {
    if (!now || !shown) return now;
    return now.days === shown.days && now.seconds === shown.seconds ? now : shown;
}

/** Whether a grade says that the card was remembered. */
export const isRemembered = (/** @type {number} */ grade) => grade > grades.again;
