// Review of due cards: the answer is shown, then graded, and each button shows when the card would come back.

import { showEnd } from "./end.js";
import { grade as grades } from "./engine.js";
import { announce, element, part } from "./page.js";
import { currentState, region, takeFocus } from "./page-state.js";
import { formatClock, formatCountdown, formatDuration, formatInterval, formatNumber, phrase, spellOutInterval } from "./phrases.js";
import { intervalOf } from "./schedule.js";
import { isRemembered } from "./session.js";
import { StudyController } from "./study-controller.js";
import { now } from "./time.js";

/** @typedef {import("./movable.js").SwipeLabel} SwipeLabel */
/** @typedef {import("./schedule.js").Outcome} Outcome */
/** @typedef {import("./study-controller.js").Mode} Mode */
/** @typedef {import("./types.js").Direction} Direction */

/** @type {SwipeLabel} */
const reveal = { kind: "plain", word: phrase("Show answer"), icon: "#i-turn" };
/** @type {SwipeLabel} */
const gotIt = { kind: "plain", word: phrase("Got it"), icon: "#i-check" };
/** @type {Record<number, SwipeLabel>} */
const labelOf = {
    1: { kind: "wrong", word: phrase("Again"), icon: "#i-again" },
    2: { kind: "hard", word: phrase("Hard"), icon: "#i-hill" },
    3: { kind: "right", word: phrase("Good"), icon: "#i-check" },
    4: { kind: "easy", word: phrase("Easy"), icon: "#i-checks" },
};

/** Whether these are the learner's first words, after which the first visit goes on. */
const isFirstVisit = region.hasAttribute("data-first");

/**
 * @param {StudyController} study
 * @returns {Mode}
 */
export function review(study) {
    const { session, settings } = study;
    const isRight = settings.right === "correct";
    /** @type {Partial<Record<Direction, number>>} */
    const gradeOf = {
        right: isRight ? grades.good : grades.again,
        left: isRight ? grades.again : grades.good,
        ...(!settings.twoButtons && { up: grades.easy, down: grades.hard }),
    };
    const offered = settings.twoButtons ? [grades.again, grades.good] : [1, 2, 3, 4];

    const isShown = () => study.stack.top?.wasRevealed ?? false;
    const isIntroduction = () => study.stack.top?.isIntroduction ?? false;

    for (const value of offered) study.pointer.onPress(`grade-${value}`, () => void study.answer(value));
    study.pointer.onPress("got-it", () => void study.introduce());
    element("show-now").addEventListener("click", () => returnCards(session.nextReturn));
    for (const extra of /** @type {const} */ (["new", "ahead"])) {
        for (const button of extraButtons(extra)) button.addEventListener("click", () => study.addMore(extra));
    }
    setInterval(() => returnCards(now()), 1000);
    document.addEventListener("visibilitychange", () => returnCards(now()));
    addEventListener("online", () => {
        if (currentState() === "finished") showTomorrow(study);
    });

    /** @param {number | undefined} moment */
    function returnCards(moment) {
        if (moment === undefined) return;
        const isWaiting = currentState() === "waiting";
        if (session.returnCards(moment)) {
            if (isWaiting) {
                study.study();
                takeFocus();
                announce(phrase("A card is back."));
            } else if (study.isStudying) {
                study.stack.update();
                study.refresh();
            }
        } else if (isWaiting) showWait();
    }

    function showWait() {
        const { nextReturn, waiting } = session;
        if (nextReturn === undefined) return;
        const clock = formatClock(nextReturn);
        const isFirst = isFirstVisit && session.answers.length > 0;
        element("wait-title").textContent = isFirst ? firstWords(session) : phrase("%lld cards come back at %@", waiting, clock);
        element("wait-words").textContent = isFirst
            ? phrase("Come back at %@ to review them. Next, take them with you on your phone.", clock)
            : phrase("Next one in %@", formatCountdown(nextReturn - now()));
    }

    /** Shows on each button when the card would come back. */
    function showPromises() {
        study.promised ??= session.outcomes();
        for (const value of offered) {
            const outcome = study.promised?.[value - 1];
            part(element(`grade-${value}`), ".in").textContent = outcome ? formatInterval(outcome) : "";
            element(`due-${value}`).textContent = outcome ? phrase("Comes back in %@.", spellOutInterval(outcome)) : "";
        }
    }

    /** @param {number} value */
    function nameOf(value) {
        if (!settings.twoButtons) return labelOf[value].word;
        return value === grades.again ? phrase("Wrong") : phrase("Correct");
    }

    return {
        swipeLabels() {
            const plain = isIntroduction() ? gotIt : reveal;
            if (!isShown()) return { left: plain, right: plain, ...(!settings.twoButtons && { up: plain, down: plain }) };
            return Object.fromEntries(
                Object.entries(gradeOf).map(([direction, value]) => [
                    direction,
                    { ...labelOf[value], word: nameOf(value) },
                ]),
            );
        },
        turn() {
            if (isIntroduction()) study.introduce();
            else study.stack.top?.turn();
        },
        swipe(direction, speed) {
            if (isIntroduction()) return study.introduce(speed, direction);
            const value = gradeOf[direction];
            if (value === undefined) return false;
            if (isShown()) return study.answer(value, speed, direction);
            study.turn();
            return false;
        },
        digit(number) {
            if (!isShown()) study.turn();
            else study.answer(settings.twoButtons && number > grades.again ? grades.good : number);
        },
        directionOf(value) {
            if (value === grades.hard && gradeOf.down) return "down";
            if (value === grades.easy && gradeOf.up) return "up";
            return isRemembered(value) === isRight ? "right" : "left";
        },
        result(value) {
            const outcome = study.promised?.[value - 1];
            return outcome && phrase("%@ · back in %@", nameOf(value), formatInterval(outcome));
        },
        entered(name) {
            if (name !== "waiting") return;
            showWait();
            offerExtra(session);
            element("wait-note").hidden = true;
            element("wait-title").focus({ preventScroll: true });
        },
        refresh() {
            element("score").textContent = formatNumber(session.toGo);
            element("introduction").hidden = !isIntroduction();
            element("meet").hidden = !isIntroduction();
            element("answers").hidden = isShown() || isIntroduction();
            element("grades").hidden = !isShown();
            element("hint").hidden = isShown() || isIntroduction();
            element("ask").hidden = !isShown();
            if (isShown()) showPromises();
        },
        end() {
            showReview(study);
            showTomorrow(study);
        },
    };
}

/**
 * Shows the end of a review: what is remembered for longer, and what comes back soon.
 * @param {StudyController} study
 */
function showReview({ session }) {
    const answers = session.answers;
    const time = answers.reduce((sum, { duration }) => sum + duration, 0);
    const cards = new Map(answers.map((answer, n) => [answer.index, { ...answer, n }]));
    const first = new Map(answers.map(({ index }, n) => /** @type {const} */ ([index, n])).reverse());
    const rows = [...cards.values()].map((answer) => {
        const before = session.stateOf(answer.index, first.get(answer.index));
        const from = before && intervalOf(before) > 0 ? intervalOf(before) : undefined;
        return {
            ...answer,
            isLonger: answer.days !== undefined && answer.days > (from ?? 0),
            from: from === undefined ? phrase("new") : formatInterval({ days: from }),
            to: answer.days === undefined ? undefined : formatInterval({ days: answer.days }),
        };
    });
    const missed = new Set(answers.filter(({ grade }) => !isRemembered(grade)).map(({ index }) => index));
    const longer = rows.filter(({ isLonger }) => isLonger);
    offerExtra(session);
    showEnd({
        ...(isFirstVisit && cards.size > 0
            ? { title: firstWords(session), words: phrase("Next, take them with you on your phone.") }
            : words(longer.length, cards.size, time, session.more === 0)),
        tallies: { remembered: cards.size - missed.size, missed: missed.size },
        lists: { remembered: longer, missed: rows.filter(({ isLonger }) => !isLonger) },
    });
}

/** How many times the number for tomorrow was asked for, because only the last one counts. */
let asked = 0;

/**
 * Shows how many cards come tomorrow, which the server knows once it has the answers; without it the number is left out.
 * @param {StudyController} study
 */
async function showTomorrow({ fetcher }) {
    const tally = element("tally-tomorrow");
    const place = /** @type {HTMLElement} */ (tally.parentElement);
    asked += 1;
    const turn = asked;
    place.hidden = false;
    tally.textContent = "…";
    const count = await fetcher.tomorrow();
    if (turn !== asked) return;
    place.hidden = count === undefined;
    if (count !== undefined) tally.textContent = formatNumber(count);
}

/**
 * What the first visit has achieved.
 * @param {import("./session.js").Session} session
 */
function firstWords({ answers }) {
    return phrase("You’ve learned your first %lld words", new Set(answers.map(({ index }) => index)).size);
}

/**
 * Offers what there is beyond today's cards, at the end and while all cards wait.
 * @param {import("./session.js").Session} session
 */
function offerExtra({ deal, more }) {
    const { moreNew = 0, ahead = 0 } = more > 0 ? {} : deal;
    offer("new", moreNew, phrase("%lld more new cards", Math.min(moreNew, 10)));
    offer("ahead", ahead, phrase("Study ahead"));
}

/**
 * @param {"new" | "ahead"} extra
 * @param {number} count
 * @param {string} words
 */
function offer(extra, count, words) {
    for (const button of extraButtons(extra)) {
        button.hidden = count === 0;
        button.textContent = words;
    }
}

/**
 * @param {"new" | "ahead"} extra
 * @returns {NodeListOf<HTMLButtonElement>}
 */
function extraButtons(extra) {
    return document.querySelectorAll(`[data-extra="${extra}"]`);
}

/**
 * What was achieved, below that today's cards are done, or else as the title.
 * @param {number} longer how many cards are remembered for longer now
 * @param {number} cards
 * @param {number} time in milliseconds
 * @param {boolean} isDone
 */
function words(longer, cards, time, isDone) {
    if (cards === 0) return { title: phrase("Done for today"), words: phrase("You’ve finished everything that was due.") };
    const gain = longer === 0 ? [] : [phrase("You’ll remember %lld cards for longer", longer)];
    const pace = phrase("%lld cards in %@", cards, formatDuration(time));
    if (isDone) return { title: phrase("Done for today"), words: [...gain, pace].join(" · ") };
    return { title: gain[0] ?? phrase("%lld cards seen", cards), words: pace };
}
