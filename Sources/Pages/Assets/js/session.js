// A session: stores its steps, so that replaying them restores it, and sends its answers.

import { Engine, grade as grades } from "./engine.js";
import { practice, retraction, review } from "./event.js";
import { track } from "./handover.js";
import { Queue } from "./queue.js";
import { reviewsOf } from "./schedule.js";
import { SessionState } from "./session-state.js";
import { Store, TakenOver } from "./store.js";
import { now } from "./time.js";

/** @typedef {import("./schedule.js").Outcome} Outcome */
/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").ReviewEvent} ReviewEvent */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{deal: Deal, settings: Settings, engine: Engine, store: Store, queue: Queue}} SessionContext */

/** The session of this tab. Every change takes effect at once; storing and sending follow in the background. */
export class Session extends SessionState {
    #store;
    #queue;
    /** @type {Promise<void>} */
    #writing = Promise.resolve();
    #steps = 0;
    /** Until when the time of a race is counted while its clock runs, and how much of it no step has recorded yet. */
    #counted = NaN;
    #unrecorded = 0;

    /**
     * @param {SessionContext} context
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

    // MARK: - Answers

    /**
     * Grades the top card; false if there is none.
     * @param {number} grade
     * @param {number} duration milliseconds since the card was shown
     * @param {Outcome[]} [shown] what the buttons promised
     */
    answer(grade, duration, shown) {
        const elapsed = this.#takeElapsed();
        const index = this.engine.card(0);
        if (index === undefined || this.mode === "browse" || this.isOver) {
            this.#unrecorded += elapsed.ran ?? 0;
            return false;
        }
        const card = this.record.cards[index];
        const moment = now();
        const outcome = outcomeToStore(this.outcomes(moment)?.[grade - 1], shown?.[grade - 1]);
        const event = outcome
            ? review(card, grade, duration, this.mode, {
                  moment,
                  due: outcome.due,
                  reviews: reviewsOf(this.stateOf(index) ?? []),
              })
            : practice(card, grade, duration, this.mode);
        const { days, due, state } = outcome ?? {};
        const until = days === undefined && this.mode === "review" ? due : undefined;
        this.#record({ kind: "answer", grade, event: event.id, duration, ...elapsed, state, days, until }, event);
        // The engine stops the clock when no card is left.
        if (this.isOver) this.#counted = NaN;
        return true;
    }

    /** Notes that the top card was shown with its answer; false if it is to be asked at once. */
    introduce() {
        const index = this.engine.card(0);
        if (index === undefined || !this.introduces(index)) return false;
        this.#record({ kind: "introduce" });
        return true;
    }

    /** Undoes the last answer and returns it; undefined if there is none. */
    undo() {
        const { last } = this;
        if (!last) return undefined;
        const event = retraction(last.event, this.record.cards[last.index], this.mode);
        this.#record({ kind: "undo", ...this.#takeElapsed() }, event);
        return last;
    }

    /** Begins a round of the missed cards; false if this one is not over or none was missed. */
    retry() {
        if (!this.isOver || this.missed === 0) return false;
        this.#record({ kind: "retry" });
        return true;
    }

    /** Deals all present cards again. */
    startAgain() {
        this.stopClock(this.#counted);
        this.#record({ kind: "startAgain" });
    }

    /**
     * Shows the next or the previous card in browse; false at the ends.
     * @param {-1 | 1} by
     */
    turn(by) {
        if (by < 0 ? this.answered === 0 : this.remaining <= 1) return false;
        this.#record({ kind: "turn", by });
        return true;
    }

    /** Between two cards, reloads a page that is older than its server; returns whether it does. */
    reloadIfOutdated() {
        return this.#queue.reloadIfOutdated();
    }

    // MARK: - Time

    /** Starts the clock of a race, if there is a card and time left. */
    startClock(now = monotonic()) {
        if (this.engine.resume(now)) this.#counted = now;
    }

    stopClock(now = monotonic()) {
        if (!this.isClockRunning) return;
        this.#count(now);
        this.engine.pause(now);
        this.#counted = NaN;
        const { ran } = this.#takeElapsed();
        if (ran) this.#record({ kind: "ran", ran });
    }

    get isClockRunning() { return !Number.isNaN(this.#counted); }

    /** Advances the clock of a race, recorded at once because a page that is closed has no time left for it. */
    tickClock(now = monotonic()) {
        if (!this.isClockRunning) return;
        this.#count(now);
        if (this.isOver) this.stopClock(now);
        else this.#record({ kind: "ran", ran: this.#unrecorded });
        this.#unrecorded = 0;
    }

    /**
     * Brings back cards whose step is over; false if there is none.
     * @param {number} moment
     */
    returnCards(moment) {
        const next = this.nextReturn;
        if (next === undefined || next > moment) return false;
        this.#record({ kind: "return", moment });
        return true;
    }

    /** @param {number} now */
    #count(now) {
        this.#unrecorded += Math.max(0, now - this.#counted);
        this.#counted = now;
        this.engine.tick(now);
    }

    /** The time that no step has recorded yet. */
    #takeElapsed() {
        if (this.isClockRunning) this.#count(monotonic());
        const ran = this.#unrecorded;
        this.#unrecorded = 0;
        return ran > 0 ? { ran } : {};
    }

    // MARK: - Cards that change

    /**
     * Adds cards at the bottom; the last `waiting` ones are at a step that is not over. A quiz may also offer
     * `others`.
     * @param {DealtCard[]} cards
     * @param {Deal["others"]} [others]
     */
    join(cards, waiting = 0, others = []) {
        if (cards.length === 0) return;
        this.record.cards = [...this.record.cards, ...cards];
        if (others.length > 0) this.record.others = [...(this.record.others ?? []), ...others];
        const until = cards.slice(cards.length - waiting).map(({ state }) => Number(state?.[4] ?? 0));
        this.#record({ kind: "join", count: cards.length - waiting, until });
        this.passMeanings();
    }

    /**
     * Removes a card.
     * @param {number} index
     */
    leave(index) {
        this.#record({ kind: "leave", card: index });
    }

    /**
     * Updates cards, given by their indices.
     * @param {Map<number, DealtCard>} changes
     */
    change(changes) {
        if (changes.size === 0) return;
        this.record.cards = this.record.cards.map((card, index) => ({ ...card, ...changes.get(index) }));
        this.passMeanings();
        this.#writing = this.#writing.then(() => this.#store.updateCards(this.record)).catch(() => {});
        this.dispatchEvent(new Event("cards"));
    }

    /** Waits until the answers are on the server; false if they can’t be sent now. */
    async flush() {
        await this.#writing;
        return this.#queue.flush();
    }

    // MARK: - Steps

    /**
     * @param {Step} step
     * @param {ReviewEvent} [event]
     */
    #record(step, event) {
        this.apply(step);
        const n = this.#steps++;
        const { key, owner } = this.record;
        const changed = step.kind === "join" ? this.record : undefined;
        const entry = { session: { key, owner }, n, step, place: this.#queue.key, event, changed };
        const settle = track(entry);
        this.#writing = this.#writing.then(async () => {
            try {
                await this.#store.append(entry);
            } catch (error) {
                if (error instanceof TakenOver) {
                    this.dispatchEvent(new Event("lost"));
                    return;
                }
                if (event) this.#queue.addUnstored(event);
            } finally {
                settle();
            }
            if (event) this.#queue.send();
        });
    }
}

/** Whole milliseconds of a monotonic clock. */
function monotonic() {
    return Math.floor(performance.now());
}

/**
 * The outcome to store: the current one if it gives the promised delay, else the promised one.
 * @param {Outcome | undefined} now
 * @param {Outcome | undefined} shown
 */
function outcomeToStore(now, shown) {
    if (!now || !shown) return now;
    return now.days === shown.days && now.seconds === shown.seconds ? now : shown;
}

export const isRemembered = (/** @type {number} */ grade) => grade > grades.again;
