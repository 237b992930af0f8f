// Race: against the clock. A missed card goes back to the bottom, and no card accepts gestures once time is up.

import { showEnd } from "./end.js";
import { rightOrWrong } from "./learn.js";
import { announce, element, part } from "./page.js";
import { currentState } from "./page-state.js";
import { phrase } from "./phrases.js";
import { isRemembered } from "./session.js";
import { StudyController } from "./study-controller.js";
import { Ticker } from "./ticker.js";

/** @typedef {import("./study-controller.js").Mode} Mode */

/** Remaining seconds that are announced. */
const milestones = [30, 10];
/** The remaining seconds from which the clock is highlighted. */
const lowTime = 10;

/**
 * @param {StudyController} study
 * @returns {Mode}
 */
export function race(study) {
    const { session } = study;
    const length = study.settings.raceSeconds;

    const ticker = new Ticker({
        start: () => session.startClock(),
        stop: (moment) => session.stopClock(moment),
        tick() {
            session.tickClock();
            showTime();
            const { secondsLeft } = session;
            if (secondsLeft && milestones.includes(secondsLeft)) announce(phrase("%lld seconds left.", secondsLeft));
            if (session.isOver) study.show();
        },
    });

    function showTime() {
        const { secondsLeft } = session;
        const capsule = element("clock");
        part(capsule, "span").textContent = secondsLeft === undefined ? phrase("No timer") : phrase("Time: %lld", secondsLeft);
        if (secondsLeft === undefined) return;
        capsule.style.setProperty("--left", String(length === 0 ? 0 : secondsLeft / length));
        capsule.classList.toggle("low", secondsLeft <= lowTime);
    }

    /** Runs the clock only while the cards are visible. */
    function updateTicker() {
        const shouldRun = currentState() === "studying" && !document.hidden && !document.querySelector("dialog[open]");
        if (shouldRun) ticker.start();
        else ticker.stop();
    }
    document.addEventListener("visibilitychange", updateTicker);
    addEventListener("pagehide", () => ticker.stop());
    addEventListener("pageshow", updateTicker);
    for (const dialog of document.querySelectorAll("dialog")) {
        dialog.addEventListener("close", updateTicker);
        new MutationObserver(updateTicker).observe(dialog, { attributeFilter: ["open"] });
    }
    // Without a clock there is nothing to pause.
    element("pause").hidden = length === 0;
    element("pause").addEventListener("click", () => {
        if (!study.isStudying) return;
        study.enter("paused");
        const { secondsLeft = 0 } = session;
        element("pause-words").textContent = phrase("%lld seconds left. The clock is paused.", secondsLeft);
        element("resume").focus();
    });
    element("resume").addEventListener("click", () => {
        study.enter("studying");
        study.clock.restart();
        study.stack.top?.focusable.focus({ preventScroll: true });
    });

    return {
        ...rightOrWrong(study),
        entered: updateTicker,
        refresh() {
            // More cards may have arrived after the last one was answered.
            if (ticker.isRunning && !session.isClockRunning) session.startClock();
            showTime();
            element("answers").classList.toggle("is-revealed", study.stack.top?.isRevealed ?? false);
            element("score").textContent = String(session.remembered);
            element("strikes").textContent = String(session.missed);
            element("left").textContent = String(session.total - session.answered);
        },
        end() {
            ticker.stop();
            showRace(study, length);
        },
    };
}

/**
 * Shows the end of a race. A card that was missed once is among the missed, even if it was remembered later.
 * @param {StudyController} study
 * @param {number} length
 */
function showRace({ session }, length) {
    const { remembered, missed, secondsLeft } = session;
    const isOut = secondsLeft === 0;
    const answers = session.round;
    const struck = new Set(answers.filter(({ grade }) => !isRemembered(grade)).map(({ index }) => index));
    const rows = [...new Map(answers.map((answer) => [answer.index, answer])).values()];
    if (isOut) announce(phrase("Time is up."));
    showEnd({
        title: remembered === 0 ? phrase("A good warm-up") : phrase("You remembered %lld", remembered),
        words: words(),
        tallies: { remembered, missed },
        lists: {
            remembered: rows.filter(({ index }) => !struck.has(index)),
            missed: rows.filter(({ index }) => struck.has(index)),
        },
    });

    function words() {
        if (isOut) return phrase("Time is up");
        if (secondsLeft === undefined) return phrase("All %lld cards, with no timer", rows.length);
        return phrase("All %lld cards in %@", rows.length, phrase("%lld seconds", length - secondsLeft));
    }
}
