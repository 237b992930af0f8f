// The state of a session, derived from its cards and its steps alone.

import { Engine } from "./engine.js";
import { lastDayOf, read, Schedule } from "./schedule.js";
import { now } from "./time.js";

/** @typedef {import("./schedule.js").Outcome} Outcome */
/** @typedef {import("./types.js").AnswerStep} AnswerStep */
/** @typedef {import("./types.js").Deal} Deal */
/** @typedef {import("./types.js").SessionRecord} SessionRecord */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {AnswerStep & {index: number, round: number}} Answer */

/** The cards of a session under the engine's rules; replaying the same steps leads to the same state. */
export class SessionState extends EventTarget {
    deal;
    record;
    engine;
    /** The number of cards of the session that are not dealt yet. */
    more = 0;
    #schedule;
    #round = 0;
    /** @type {Answer[]} the answers that were not undone, the oldest first */
    #answers = [];
    /** @type {Set<number>} the indices of removed cards */
    #removed = new Set();

    /**
     * @param {Deal} deal
     * @param {Settings} settings
     * @param {Engine} engine
     * @param {SessionRecord} record
     */
    constructor(deal, settings, engine, record) {
        super();
        this.deal = deal;
        this.engine = engine;
        this.record = record;
        const moves = deal.mode === "review" || settings.counts.includes(deal.mode);
        this.#schedule = moves && deal.schedule ? new Schedule(engine, deal.schedule) : undefined;
        engine.begin(deal.mode, record.dealt - record.waiting, record.seed, record.seconds);
        const waiting = record.cards.slice(record.dealt - record.waiting, record.dealt);
        engine.add(0, waiting.map(({ state }) => Number(state?.[4] ?? 0)));
        this.passMeanings();
    }

    /**
     * The card at this depth below the top; undefined if there is none.
     * @param {number} depth
     */
    card(depth) {
        const index = this.engine.card(depth);
        return index === undefined ? undefined : this.record.cards[index];
    }

    get cards() { return this.record.cards; }
    get mode() { return this.deal.mode; }
    get remembered() { return this.engine.remembered; }
    get answered() { return this.engine.answered; }
    get total() { return this.engine.total + (this.isRetrying || this.deal.batch ? 0 : this.more); }
    get remaining() { return this.engine.total - this.engine.answered; }
    get missed() { return this.engine.missed; }
    get waiting() { return this.engine.waiting; }
    /** The number of cards that can be answered now, or are dealt when few are left. */
    get toGo() { return this.total - this.answered - this.waiting; }
    get nextReturn() { return this.engine.nextReturn; }
    get secondsLeft() { return this.engine.secondsLeft; }
    get isOver() { return this.mode !== "browse" && this.engine.isOver; }
    get last() { return this.#answers.at(-1); }
    get isRetrying() { return this.#round > 0; }
    get canUndo() { return this.#answers.length > 0; }

    /** The answers that were not undone, the oldest first. */
    get answers() {
        return this.#answers.map((answer) => ({ ...answer, card: this.record.cards[answer.index] }));
    }

    /** Those of this round. */
    get round() {
        return this.answers.filter(({ round }) => round === this.#round);
    }

    /**
     * The result of each grade for the top card, if an answer changes the schedule now.
     * @returns {Outcome[] | undefined}
     */
    outcomes(moment = now()) {
        const index = this.engine.card(0);
        if (index === undefined || !this.#schedule) return undefined;
        const card = this.record.cards[index];
        const state = this.stateOf(index);
        if (!state || !card.seed) return undefined;
        const added = this.#answers.flatMap(({ days }) => days ?? []);
        const outcomes = this.#schedule.outcomes(card, state, card.seed, moment, added);
        // Outside review only the first answer of the day counts.
        const isLater = this.mode !== "review" && outcomes.some((after) => lastDayOf(after.state) === lastDayOf(state));
        return isLater || outcomes.length === 0 ? undefined : outcomes;
    }

    /**
     * Whether a card is to be shown with its answer before it is asked.
     * @param {number} index
     */
    introduces(index) {
        return this.record.cards[index].introduces === true && !this.engine.wasIntroduced(index);
    }

    /**
     * The state of a card after the first `before` answers of this session.
     * @param {number} index
     */
    stateOf(index, before = this.#answers.length) {
        const last = this.#answers.slice(0, before).filter((answer) => answer.index === index && answer.state).at(-1);
        const { state } = this.record.cards[index];
        return last?.state ?? (state && read(state));
    }

    /**
     * The indices of the next cards, the top one first.
     * @param {number} count
     */
    firstComing(count) {
        const numbers = [];
        for (let depth = 0; depth < count; depth++) {
            const index = this.engine.card(depth);
            if (index === undefined) break;
            numbers.push(index);
        }
        return numbers;
    }

    /** The indices of all cards that can still come. */
    get coming() {
        return this.firstComing(Infinity);
    }

    /** The cards that belong to the session: in review those that can still come, else all that were not removed. */
    get members() {
        return this.mode === "review" ? this.coming.map((index) => this.cards[index]) : this.present;
    }

    /** The cards that were not removed. */
    get present() {
        return this.cards.filter((_, index) => !this.#removed.has(index));
    }

    /** The answers that a quiz offers for the top card, and which of them is correct. */
    get choices() {
        const index = this.engine.card(0);
        if (index === undefined) return [];
        const sides = [...this.record.cards, ...(this.record.others ?? [])].map(({ back }) => back);
        return this.engine.choices(index).map((choice) => ({ side: sides[choice], isRight: choice === index }));
    }

    /** What the cards of a quiz ask and answer, followed by the other answers that it may offer. */
    get meanings() {
        const all = [...this.record.cards, ...(this.record.others ?? [])];
        return all.map(({ kind = 0, question = 0, answer = 0 }) => ({ kind, question, answer }));
    }

    passMeanings() {
        if (this.mode === "quiz") this.engine.setMeanings(this.meanings);
    }

    // MARK: - Steps

    /** @param {Step[]} steps */
    replay(steps) {
        for (const step of steps) {
            if ("ran" in step && step.ran && this.engine.resume(0)) this.engine.pause(step.ran);
            this.apply(step);
        }
    }

    /** @param {Step} step */
    apply(step) {
        switch (step.kind) {
        case "answer": {
            const index = this.engine.card(0);
            if (index === undefined || !this.engine.answer(step.grade, step.until)) return;
            this.#answers.push({ ...step, index, round: this.#round });
            break;
        }
        case "undo": {
            const last = this.#answers.pop();
            if (last && this.engine.undo()) this.#round = last.round;
            break;
        }
        case "introduce":
            this.engine.introduce();
            break;
        case "retry":
            if (this.engine.retry()) this.#round += 1;
            break;
        case "startAgain":
            if (this.engine.startAgain()) [this.#answers, this.#round] = [[], 0];
            break;
        case "turn":
            this.engine.turn(step.by);
            break;
        case "return":
            this.engine.tick(step.moment);
            break;
        case "join":
            this.engine.add(step.count, step.until);
            break;
        case "leave":
            this.engine.remove(step.card);
            this.#removed.add(step.card);
        }
    }
}
