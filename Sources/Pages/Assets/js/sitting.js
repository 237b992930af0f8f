// A learner at the table: turns swipes, buttons and keys into what the mode makes of them.

import { Clock } from "./clock.js";
import { grade } from "./engine.js";
import { Hand } from "./gesture.js";
import { listenToKeys } from "./keys.js";
import { Lock } from "./lock.js";
import { offerMenu } from "./menu.js";
import { element, say } from "./page.js";
import { hush } from "./player.js";
import { enter, region, state } from "./rooms.js";
import { Session } from "./session.js";
import { sound } from "./sound.js";
import { whenVoicesCome } from "./speech.js";
import { Stack } from "./stack.js";
import { Toast } from "./toast.js";
import { phrase } from "./words.js";

/** @typedef {import("./movable.js").Signs} Signs */
/** @typedef {import("./schedule.js").Outcome} Outcome */
/** @typedef {import("./types.js").Direction} Direction */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {{x: number, y: number}} Speed */
/**
 * What a mode makes of a sitting. `signs` says what a release to each side would mean now; `swipe` does it and says
 * whether the card leaves; `wayOf` is the side to which a card of this grade leaves.
 * @typedef {{
 *     signs(): Signs, swipe(direction: Direction, speed: Speed): boolean, digit(number: number): void,
 *     wayOf(grade: number): Direction, refresh(): void, end(): void,
 *     arrow?(direction: Direction): void, turn?(): void, entered?(state: string | undefined): void, undo?(): boolean
 * }} Rules
 */

/** The speed, in pixels a millisecond, of a card that no finger throws. */
const still = { x: 0, y: 0 };
const unreachable = phrase("More cards need Omena, which cannot be reached right now.");

/** One session on the page, from its first card to its end. */
export class Sitting {
    session;
    settings;
    clock = new Clock();
    stack;
    rules;
    toast = new Toast(() => this.undo());
    /** @type {Outcome[] | undefined} what the buttons promise */
    promised;
    /** Whether a card still lies there that the session has left behind already. */
    holds = false;
    /** @type {import("./supply.js").Supply | undefined} */
    supply;

    #lock = new Lock();
    /** Which side was up when it was last looked. */
    #up = "";
    #isByHand = false;

    /**
     * @param {Session} session
     * @param {Settings} settings
     * @param {(sitting: Sitting) => Rules} mode
     */
    constructor(session, settings, mode) {
        this.session = session;
        this.settings = settings;
        this.stack = new Stack(element("deck"), session, settings.style);
        this.rules = mode(this);
        this.#listen();
    }

    begin() {
        element("controls").inert = false;
        if (this.session.isOver) this.finish();
        else this.study();
        if (this.isStudying) this.takeFocus();
    }

    /** Takes the focus into the session, so that keys act, unless a field of it has it already. */
    takeFocus() {
        if (!document.activeElement?.matches("input")) region.focus({ preventScroll: true });
    }

    get isStudying() {
        return state() === "studying";
    }

    /** Lays the cards and goes on. */
    study() {
        this.clock.restart();
        this.enter("studying");
        this.stack.lay();
        this.goOn();
    }

    /** @param {import("./rooms.js").State} name */
    enter(name) {
        enter(name);
        this.rules.entered?.(name);
    }

    /** Goes to what comes now, and asks for more cards where few are left. */
    goOn() {
        this.supply?.topUp();
        this.show();
    }

    /** Shows what comes now: the next card, a wait, or the end; an empty table while more cards are on their way. */
    show() {
        const { session } = this;
        this.promised = undefined;
        if (session.isOver && !this.supply?.isBringing) this.finish();
        else if (session.renewPage()) return;
        else {
            this.refresh();
            if (!session.card(0) && !session.isOver) this.enter("waiting");
        }
    }

    /**
     * Goes on with more cards than were dealt.
     * @param {null | "new" | "ahead"} extra
     */
    async addMore(extra) {
        const deal = await this.supply?.more(extra);
        if (!deal) {
            element("finish-words").textContent = unreachable;
            say(unreachable);
        } else if (this.session.isOver) this.finish();
        else {
            this.study();
            this.takeFocus();
        }
    }

    turn() {
        const { top } = this.stack;
        if (!this.isStudying || !top?.isWritten) return;
        const hadFocus = document.activeElement === document.getElementById("show");
        if (this.rules.turn) this.rules.turn();
        else top.turn();
        this.refresh();
        if (hadFocus) top.focusable.focus({ preventScroll: true });
    }

    /**
     * Shows how near a guess on the map came; the grade that the rule makes of it waits on its button, and the learner
     * may press another.
     * @param {import("./find.js").Guess} guess
     */
    find(guess) {
        const { top } = this.stack;
        const question = top?.dealt.map;
        if (!this.isStudying || !top?.finder || !question || top.isRevealed) return;
        const { distance, grade: near, reach } = this.session.engine.find(guess.at, question);
        const isChosen = guess.choice !== undefined;
        // One of four is less than a place found by itself.
        const worth = !isChosen ? near : guess.choice === question.right ? grade.good : grade.again;
        top.finder.tell(guess, distance, this.wordOf(worth), reach);
        this.turn();
        this.propose(worth);
    }

    /**
     * What a grade is called in this mode.
     * @param {number} value
     */
    wordOf(value) {
        const hasGrades = document.getElementById("grade-4") !== null;
        if (!hasGrades) return value > grade.again ? phrase("Correct") : phrase("Wrong");
        return [phrase("Again"), phrase("Hard"), phrase("Good"), phrase("Easy")][value - 1];
    }

    /**
     * Puts the learner before the button of a grade, for Enter to press it.
     * @param {number} value
     */
    propose(value) {
        const isRight = value > grade.again;
        const ids = [`grade-${value}`, isRight ? "grade-3" : "grade-1", isRight ? "right" : "wrong"];
        const button = ids.map((id) => document.getElementById(id)).find((found) => found);
        button?.classList.add("is-proposed");
        button?.focus({ preventScroll: true });
    }

    /** What was proposed for one card says nothing of the next; the focus stays in the session. */
    #forgetProposal() {
        const button = document.querySelector(".is-proposed");
        button?.classList.remove("is-proposed");
        if (button && button === document.activeElement) region.focus({ preventScroll: true });
    }

    /**
     * Grades the top card, which leaves to its side; false where it does not.
     * @param {number} value
     * @param {Speed} [speed]
     */
    answer(value, speed = still, way = this.rules.wayOf(value)) {
        if (!this.grade(value)) return false;
        this.stack.throwTop(way, speed);
        this.#forgetProposal();
        this.goOn();
        if (this.isStudying && this.#isByHand) this.toast.offer(value > grade.again ? phrase("Marked correct") : phrase("Marked wrong"));
        return true;
    }

    /**
     * Grades the top card, which lies on until it is thrown off.
     * @param {number} value
     */
    grade(value) {
        if (!this.isStudying || !this.stack.top?.isWritten) return false;
        if (!this.session.answer(value, this.clock.restart(), this.promised)) return false;
        if (this.settings.sounds) sound(value);
        return true;
    }

    undo() {
        if (!["studying", "finished", "waiting"].includes(state() ?? "")) return;
        if (this.rules.undo?.()) return;
        const taken = this.session.undo();
        if (!taken) return;
        this.#forgetProposal();
        this.clock.restart();
        this.promised = undefined;
        this.toast.hide();
        say(phrase("The last answer is taken back."));
        if (this.session.isOver) {
            this.finish();
            return;
        }
        const wasStudying = this.isStudying;
        this.enter("studying");
        if (wasStudying) this.stack.putBack(this.rules.wayOf(taken.grade));
        else this.stack.lay();
        if (!wasStudying && document.activeElement === document.body) this.takeFocus();
        this.refresh();
    }

    /** Begins a round of the missed cards. */
    retry() {
        if (!this.session.retry()) return;
        this.study();
        this.takeFocus();
    }

    /** Deals all cards afresh. */
    startAgain() {
        this.session.startAgain();
        this.study();
        this.takeFocus();
    }

    /**
     * Lets a card be asked again that was put away.
     * @param {import("./types.js").DealtCard} card
     */
    async rejoin(card) {
        await this.supply?.rejoin(card);
        if (!this.isStudying && !this.session.isOver) this.study();
    }

    finish() {
        this.toast.hide();
        hush();
        this.rules.end();
        const { more, secondsLeft } = this.session;
        const button = element("go-on");
        button.hidden = more === 0 || secondsLeft === 0;
        button.textContent = phrase("Go on with %lld more cards", more);
        this.refresh();
        this.enter("finished");
        scrollTo(0, 0);
        element("finish-title").focus({ preventScroll: true });
    }

    /** Writes scores, controls and what a release would mean. */
    refresh() {
        const { answered, total, canUndo, isOver } = this.session;
        const progress = document.getElementById("progress");
        progress?.style.setProperty("--p", String(total === 0 ? 0 : answered / total));
        progress?.setAttribute("aria-label", phrase("%lld of %@ done", answered, phrase("%lld cards", total)));
        element("deck").setAttribute("aria-label", phrase("Card %lld of %lld", Math.min(answered + 1, total), total));
        document.getElementById("undo")?.setAttribute("aria-disabled", String(!canUndo));
        this.rules.refresh();
        const { top } = this.stack;
        if (!top) return;
        this.#hear(top);
        top.signs = this.rules.signs();
        if (top.signs.up) requestAnimationFrame(() => top.measure());
        if (progress && total >= 10 && !isOver && answered === Math.floor(total / 2)) {
            say(phrase("Half way: %lld of %lld cards done.", answered, total));
        }
    }

    /**
     * Ends the sounds of a side when another comes up, and plays those of that if it is wished for.
     * @param {import("./card.js").Card} top
     */
    #hear(top) {
        const up = `${top.index} ${top.isRevealed} ${this.isStudying}`;
        if (up === this.#up) return;
        this.#up = up;
        hush();
        if (this.settings.plays && this.isStudying) top.play();
    }

    /**
     * A button that answers: a pointer waits out the lock, a key press never does.
     * @param {string} id
     * @param {() => void} action
     */
    onPress(id, action, { locks = true } = {}) {
        document.getElementById(id)?.addEventListener("click", (event) => {
            const isPointer = event.detail > 0;
            if (isPointer && this.#lock.isClosed) return;
            this.#byHand(isPointer, action);
            if (isPointer && locks) this.#lock.close();
        });
    }

    /**
     * @template T
     * @param {boolean} isByHand
     * @param {() => T} action
     */
    #byHand(isByHand, action) {
        this.#isByHand = isByHand;
        const value = action();
        this.#isByHand = false;
        return value;
    }

    #listen() {
        new Hand(element("deck"), {
            card: () => (this.isStudying && !this.#lock.isClosed ? this.stack.top : undefined),
            tap: () => this.turn(),
            commit: (direction, speed) => {
                this.#lock.close();
                return this.#byHand(true, () => this.rules.swipe(direction, speed));
            },
        });
        element("deck").addEventListener("find", (event) => this.find(/** @type {CustomEvent} */ (event).detail));
        this.onPress("show", () => this.turn(), { locks: false });
        this.onPress("wrong", () => this.answer(grade.again));
        this.onPress("right", () => this.answer(grade.good));
        document.getElementById("undo")?.addEventListener("click", () => this.undo());
        element("retry").addEventListener("click", () => this.retry());
        element("go-on").addEventListener("click", () => this.addMore(null));
        document.getElementById("start-again")?.addEventListener("click", () => this.startAgain());
        const shortcuts = /** @type {HTMLDialogElement} */ (element("shortcuts"));
        element("shortcuts-button").addEventListener("click", () => shortcuts.showModal());
        const swipe = (/** @type {Direction} */ direction) => {
            if (!this.isStudying) return;
            if (this.rules.arrow) this.rules.arrow(direction);
            else this.rules.swipe(direction, still);
        };
        const actions = {
            turn: () => this.turn(),
            swipe,
            digit: (/** @type {number} */ number) => {
                if (!this.isStudying) return;
                const { top } = this.stack;
                // The first digit lays the pins out, the second chooses one.
                if (!top?.finder || top.isRevealed) this.rules.digit(number);
                else if (top.finder.isOffered) top.finder.choose(number - 1);
                else if (!top.finder.offer()) this.rules.digit(number);
            },
            undo: () => this.undo(),
            leave: () => element("leave").click(),
            edit: () => document.getElementById("edit")?.click(),
            speak: () => this.isStudying && this.stack.top?.speak(),
            showShortcuts: () => shortcuts.showModal(),
        };
        listenToKeys(region, actions, this.settings.shortcuts);
        offerMenu(this);
        this.session.addEventListener("cards", () => {
            if (!this.holds) this.stack.settle();
            if (this.isStudying && !this.holds) this.show();
        });
        whenVoicesCome(() => this.stack.offerSpeech());
    }
}
