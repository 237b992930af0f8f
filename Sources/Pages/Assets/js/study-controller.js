// Runs a study session on the page: records answers as the mode defines them, and shows what comes next.

import { Clock } from "./clock.js";
import { grade } from "./engine.js";
import { noSpeed } from "./movable.js";
import { announce, element } from "./page.js";
import { currentState, enterState, keepFocus, takeFocus } from "./page-state.js";
import { phrase } from "./phrases.js";
import { stopSounds } from "./player.js";
import { PointerGuard } from "./pointer-guard.js";
import { announceHalfway, showProgress } from "./progress.js";
import { clearProposal } from "./proposed-grade.js";
import { playGradeSound } from "./sound.js";
import { stopSpeaking, whenVoicesLoad } from "./speech.js";
import { Stack } from "./stack.js";
import { Toast } from "./toast.js";

/** @typedef {import("./movable.js").SwipeLabels} SwipeLabels */
/** @typedef {import("./movable.js").Speed} Speed */
/** @typedef {import("./types.js").Direction} Direction */
/**
 * How a mode reacts to input. `swipeLabels` are the labels shown while a card is dragged, `swipe` returns whether the
 * card leaves, `directionOf` is the side to which a card with this grade leaves, and `undo` returns whether the mode
 * has handled it. `result` says what comes of a grade, if that is more than right or wrong. `forgetTop` is called before
 * the top card is taken out of the session.
 * @typedef {{
 *     swipeLabels(): SwipeLabels, swipe(direction: Direction, speed: Speed): boolean, digit(number: number): void,
 *     directionOf(grade: number): Direction, refresh(): void, end(): void,
 *     arrow?(direction: Direction): void, turn?(): void, entered?(state: string | undefined): void, undo?(): boolean,
 *     result?(grade: number): string | undefined, forgetTop?(): void
 * }} Mode
 */

const unreachable = phrase("Can’t load more cards: Omena can’t be reached right now.");

/** One session on the page, from its first card to its end. */
export class StudyController {
    session;
    fetcher;
    settings;
    clock = new Clock();
    pointer = new PointerGuard();
    stack;
    mode;
    toast = new Toast(() => this.undo());
    /** @type {import("./schedule.js").Outcome[] | undefined} what the buttons promise */
    promised;
    /** Whether the session has moved on while the answered card stays on top. */
    isTopAnswered = false;
    /** @type {(() => void) | undefined} undoes what was done with a card since the last answer */
    undoChange;
    /** The side that was up when the stack was last refreshed. */
    #visibleSide = "";

    /**
     * @param {import("./session.js").Session} session
     * @param {import("./card-fetcher.js").CardFetcher} fetcher
     * @param {import("./types.js").Settings} settings
     * @param {(study: StudyController) => Mode} makeMode
     */
    constructor(session, fetcher, settings, makeMode) {
        this.session = session;
        this.fetcher = fetcher;
        this.settings = settings;
        this.stack = new Stack(element("deck"), session, settings.style);
        this.mode = makeMode(this);
        session.addEventListener("cards", () => {
            if (this.isTopAnswered) return;
            this.stack.update();
            if (this.isStudying) this.show();
        });
        whenVoicesLoad(() => this.stack.offerSpeech());
    }

    begin() {
        element("controls").inert = false;
        keepFocus();
        if (this.session.isOver) this.finish();
        else this.study();
        if (this.isStudying) takeFocus();
    }

    get isStudying() {
        return currentState() === "studying";
    }

    /** Rebuilds the stack and continues. */
    study() {
        this.clock.restart();
        this.enter("studying");
        this.stack.rebuild();
        this.goOn();
    }

    /** @param {import("./page-state.js").State} state */
    enter(state) {
        enterState(state);
        this.mode.entered?.(state);
    }

    /** Shows what comes next, and fetches more cards if few are left. */
    goOn() {
        this.fetcher.topUp();
        this.show();
    }

    /** Shows the next card, a wait, or the end; no card while more are being fetched. */
    show() {
        const { session } = this;
        this.promised = undefined;
        if (session.isOver && !this.fetcher.isFetching) this.finish();
        else if (session.reloadIfOutdated()) return;
        else {
            this.refresh();
            if (!session.card(0) && !session.isOver) this.enter("waiting");
        }
    }

    /**
     * Continues with more cards than the session began with.
     * @param {null | "new" | "ahead"} extra
     */
    async addMore(extra) {
        if (this.fetcher.isFetching) return;
        const deal = await this.fetcher.addMore(extra);
        // An answer was undone meanwhile, and perhaps given again.
        if (!deal && this.isStudying) this.show();
        else if (!deal) {
            const note = element(currentState() === "waiting" ? "wait-note" : "finish-words");
            note.textContent = unreachable;
            note.hidden = false;
            announce(unreachable);
        } else if (this.session.isOver) this.finish();
        else if (this.isStudying) {
            // A card came back meanwhile, and may show its answer already.
            this.stack.update();
            this.show();
        } else {
            this.study();
            if (this.isStudying) takeFocus();
        }
    }

    turn() {
        const { top } = this.stack;
        if (!this.isStudying || !top?.isLoaded) return;
        const hadFocus = document.activeElement === document.getElementById("show");
        if (this.mode.turn) this.mode.turn();
        else top.turn();
        this.refresh();
        if (hadFocus) top.focusable.focus({ preventScroll: true });
    }

    /**
     * Grades the top card and throws it off; false if it cannot be graded now.
     * @param {number} value
     * @param {Speed} [speed]
     */
    answer(value, speed = noSpeed, direction = this.mode.directionOf(value)) {
        const words = this.mode.result?.(value) ?? (value > grade.again ? phrase("Marked correct") : phrase("Marked wrong"));
        if (!this.grade(value)) return false;
        this.stack.throwTop(direction, speed);
        clearProposal();
        this.goOn();
        if (this.isStudying && this.pointer.isPointerAction) this.toast.offer(words);
        return true;
    }

    /**
     * Grades the top card, which stays where it is.
     * @param {number} value
     */
    grade(value) {
        if (!this.isStudying || !this.stack.top?.isLoaded) return false;
        if (!this.session.answer(value, this.clock.restart(), this.promised)) return false;
        this.undoChange = undefined;
        if (this.settings.sounds) playGradeSound(value);
        return true;
    }

    /**
     * Puts a new card that was shown with its answer back into the stack; false if there is none on top.
     * @param {Speed} [speed]
     * @param {Direction} [direction]
     */
    introduce(speed = noSpeed, direction = "down") {
        if (!this.isStudying || !this.stack.top?.isLoaded || !this.session.introduce()) return false;
        this.clock.restart();
        this.toast.hide();
        this.stack.throwTop(direction, speed);
        this.goOn();
        return true;
    }

    undo() {
        if (!["studying", "finished", "waiting"].includes(currentState() ?? "")) return;
        if (this.undoChange) {
            this.undoChange();
            return;
        }
        if (this.mode.undo?.()) return;
        const undone = this.session.undo();
        if (!undone) return;
        clearProposal();
        this.clock.restart();
        this.promised = undefined;
        this.toast.hide();
        announce(phrase("Answer undone."));
        if (this.session.isOver) {
            this.finish();
            return;
        }
        const wasStudying = this.isStudying;
        this.enter("studying");
        if (wasStudying) this.stack.putBack(this.mode.directionOf(undone.grade));
        else this.stack.rebuild();
        this.refresh();
    }

    /** Begins a round of the missed cards. */
    retry() {
        if (!this.session.retry()) return;
        this.study();
        takeFocus();
    }

    /** Deals all cards again. */
    startAgain() {
        this.session.startAgain();
        this.study();
        takeFocus();
    }

    /**
     * Takes a card out of the session; if it is on top, the next one is shown.
     * @param {number} index
     */
    leave(index) {
        if (this.stack.top?.index === index) this.mode.forgetTop?.();
        this.session.leave(index);
        // The verdict on another card stays until the learner continues.
        if (this.isTopAnswered) {
            this.refresh();
            return;
        }
        this.stack.update();
        this.goOn();
    }

    /**
     * Returns a card to the session that was taken out of it.
     * @param {import("./types.js").DealtCard} card
     */
    async restore(card) {
        await this.fetcher.restore(card);
        if (!this.isStudying && !this.session.isOver) this.study();
    }

    finish() {
        this.toast.hide();
        silence();
        this.mode.end();
        const { more, secondsLeft, deal } = this.session;
        const button = element("go-on");
        button.hidden = more === 0 || secondsLeft === 0;
        button.textContent = phrase("Continue with %lld more cards", Math.min(more, deal.batch ?? more));
        this.refresh();
        this.enter("finished");
        scrollTo(0, 0);
        element("finish-title").focus({ preventScroll: true });
    }

    /** Updates progress, scores, controls and the labels of the top card. */
    refresh() {
        showProgress(this.session, this.undoChange !== undefined);
        this.mode.refresh();
        const { top } = this.stack;
        this.#switchSound(top);
        if (!top) return;
        top.swipeLabels = this.mode.swipeLabels();
        if (top.swipeLabels.up) requestAnimationFrame(() => top.measure());
        announceHalfway(this.session);
    }

    /**
     * When another side comes up, or none, silences the previous one and plays the sounds of the new one if wanted.
     * @param {import("./card.js").Card | undefined} top
     */
    #switchSound(top) {
        const side = top ? `${top.index} ${top.isRevealed} ${this.isStudying}` : "";
        if (side === this.#visibleSide) return;
        this.#visibleSide = side;
        silence();
        if (this.settings.plays && this.isStudying) top?.play();
    }
}

function silence() {
    stopSounds();
    stopSpeaking();
}
