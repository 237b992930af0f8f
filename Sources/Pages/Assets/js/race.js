// Against the clock: a missed card goes back to the bottom, and when time is out no card takes a gesture.

import { showEnd } from "./end.js";
import { rightOrWrong } from "./learn.js";
import { element, part, say } from "./page.js";
import { currentState } from "./page-state.js";
import { isRemembered } from "./session.js";
import { StudyController } from "./study-controller.js";
import { Ticker } from "./ticker.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./study-controller.js").Mode} Mode */

/** When the clock speaks, in seconds. */
const milestones = [30, 10];
/** From here on the clock looks different. */
const low = 10;

/**
 * @param {StudyController} study
 * @returns {Mode}
 */
export function race(study) {
    const { session } = study;
    const length = study.settings.raceSeconds;

    const ticker = new Ticker({
        run: () => session.run(),
        stand: (moment) => session.stand(moment),
        tick() {
            session.pass();
            showTime();
            const { secondsLeft } = session;
            if (secondsLeft && milestones.includes(secondsLeft)) say(phrase("%lld seconds left.", secondsLeft));
            if (session.isOver) study.show();
        },
    });

    function showTime() {
        const { secondsLeft } = session;
        const capsule = element("clock");
        part(capsule, "span").textContent = secondsLeft === undefined ? phrase("No timer") : phrase("Time: %lld", secondsLeft);
        if (secondsLeft === undefined) return;
        capsule.style.setProperty("--left", String(length === 0 ? 0 : secondsLeft / length));
        capsule.classList.toggle("low", secondsLeft <= low);
    }

    /** Lets the clock run only while somebody can see the cards. */
    function runOrStand() {
        const runs = currentState() === "studying" && !document.hidden && !document.querySelector("dialog[open]");
        if (runs) ticker.run();
        else ticker.stand();
    }
    document.addEventListener("visibilitychange", runOrStand);
    addEventListener("pagehide", () => ticker.stand());
    addEventListener("pageshow", runOrStand);
    for (const dialog of document.querySelectorAll("dialog")) {
        dialog.addEventListener("close", runOrStand);
        new MutationObserver(runOrStand).observe(dialog, { attributeFilter: ["open"] });
    }
    // A clock that nobody set has nothing to pause.
    element("pause").hidden = length === 0;
    element("pause").addEventListener("click", () => {
        if (!study.isStudying) return;
        study.enter("paused");
        const { secondsLeft = 0 } = session;
        element("pause-words").textContent = phrase("%lld seconds left. The clock stands still.", secondsLeft);
        element("resume").focus();
    });
    element("resume").addEventListener("click", () => {
        study.enter("studying");
        study.clock.restart();
        study.stack.top?.focusable.focus({ preventScroll: true });
    });

    return {
        ...rightOrWrong(study),
        entered: runOrStand,
        refresh() {
            // More cards may have come to an empty table.
            if (ticker.isRunning && !session.isRunning) session.run();
            showTime();
            element("answers").classList.toggle("is-revealed", study.stack.top?.isRevealed ?? false);
            element("score").textContent = String(session.remembered);
            element("strikes").textContent = String(session.missed);
            element("left").textContent = String(session.total - session.answered);
        },
        end() {
            ticker.stand();
            showRace(study, length);
        },
    };
}

/**
 * What went well, and what to look at again: a card that was struck is among the latter, though it came right later.
 * @param {StudyController} study
 * @param {number} length
 */
function showRace({ session }, length) {
    const { remembered, missed, secondsLeft } = session;
    const isOut = secondsLeft === 0;
    const answers = session.round;
    const struck = new Set(answers.filter(({ grade }) => !isRemembered(grade)).map(({ index }) => index));
    const rows = [...new Map(answers.map((answer) => [answer.index, answer])).values()];
    if (isOut) say(phrase("Time is up."));
    showEnd({
        title: remembered === 0 ? phrase("That was a warm-up") : phrase("You remembered %lld", remembered),
        words: words(),
        tallies: { remembered, missed },
        lists: {
            remembered: rows.filter(({ index }) => !struck.has(index)),
            missed: rows.filter(({ index }) => struck.has(index)),
        },
    });

    function words() {
        if (isOut) return phrase("Time is up");
        if (secondsLeft === undefined) return phrase("All %lld cards, without a clock", rows.length);
        return phrase("All %lld cards in %@", rows.length, phrase("%lld seconds", length - secondsLeft));
    }
}
