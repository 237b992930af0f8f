// A study page: lays the cards, and turns swipes, buttons and keys into answers.

import { Clock } from "./clock.js";
import { showEnd } from "./end.js";
import { Engine, grade } from "./engine.js";
import { Hand } from "./gesture.js";
import { listenToKeys } from "./keys.js";
import { hold } from "./lease.js";
import { data, element, part, place, say } from "./page.js";
import { Queue } from "./queue.js";
import { showSaving } from "./saving.js";
import { Session, sessionKey } from "./session.js";
import { Stack } from "./stack.js";
import { Store } from "./store.js";
import { counted } from "./words.js";

/** @typedef {import("./card.js").Direction} Direction */
/** @typedef {import("./types.js").Deal} Deal */

/** After a card has left, a pointer that is still moving does not mean the next one. */
const lock = 250;
/** The speed, in pixels a millisecond, of a card that no finger throws. */
const still = { x: 0, y: 0 };

const region = element("main");
const rooms = ["table", "controls", "finish", "elsewhere", "failure"];

/**
 * Shows what belongs to a state of the page and hides the rest.
 * @param {"studying" | "finished" | "elsewhere" | "failed"} state
 */
function enter(state) {
    const shown = {
        studying: ["table", "controls"],
        finished: ["finish"],
        elsewhere: ["elsewhere"],
        failed: ["failure"],
    }[state];
    for (const room of rooms) element(room).hidden = !shown.includes(room);
    // The words about saving stand where the learner looks: under the cards, or under the end's title.
    const unsaved = element("unsaved");
    if (state === "finished") part(region, ".finish-head").append(unsaved);
    else part(region, ".pick").append(unsaved);
    region.dataset.state = state;
}

/**
 * Runs a session on the page.
 * @param {Session} session
 */
function study(session) {
    const clock = new Clock();
    const stack = new Stack(element("deck"), session);
    const controls = element("controls");
    const answers = element("answers");
    const buttons = [element("wrong"), element("right"), element("show")];
    let lockedUntil = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let unlocking;

    const isStudying = () => region.dataset.state === "studying";
    const isLocked = () => performance.now() < lockedUntil;

    function lockForPointers() {
        lockedUntil = performance.now() + lock;
        for (const button of buttons) button.setAttribute("aria-disabled", "true");
        clearTimeout(unlocking);
        unlocking = setTimeout(() => {
            for (const button of buttons) button.removeAttribute("aria-disabled");
        }, lock);
    }

    function turn() {
        if (!isStudying()) return;
        const hadFocus = document.activeElement === element("show");
        stack.top?.turn();
        refresh();
        if (hadFocus) stack.top?.focusable.focus({ preventScroll: true });
    }

    /**
     * @param {number} value
     * @param {{x: number, y: number}} [speed]
     */
    function answer(value, speed = still) {
        if (!isStudying() || !session.answer(value, clock.restart())) return;
        stack.throwTop(value === grade.again ? -1 : 1, speed);
        if (session.isOver) finish();
        else refresh();
    }

    function undo() {
        if (!isStudying() && region.dataset.state !== "finished") return;
        const taken = session.undo();
        if (taken === undefined) return;
        clock.restart();
        const wasFinished = region.dataset.state === "finished";
        enter("studying");
        if (wasFinished) stack.lay();
        if (wasFinished && document.activeElement === document.body) region.focus({ preventScroll: true });
        if (!wasFinished) stack.putBack(taken === grade.again ? -1 : 1);
        refresh();
        say("The last answer is taken back.");
    }

    function retry() {
        if (!session.retry()) return;
        clock.restart();
        enter("studying");
        stack.lay();
        refresh();
        region.focus({ preventScroll: true });
    }

    function finish() {
        showEnd(session);
        refresh();
        enter("finished");
        scrollTo(0, 0);
        element("finish-title").focus({ preventScroll: true });
    }

    function refresh() {
        const { answered, remembered, total } = session;
        element("score").textContent = `${remembered}/${total}`;
        const progress = element("progress");
        progress.style.setProperty("--p", String(total === 0 ? 0 : answered / total));
        progress.setAttribute("aria-label", `${answered} of ${counted(total, "card", "cards")} done`);
        element("deck").setAttribute("aria-label", `Card ${Math.min(answered + 1, total)} of ${total}`);
        element("undo").setAttribute("aria-disabled", String(!session.canUndo));
        answers.classList.toggle("is-revealed", stack.top?.isRevealed ?? false);
        if (total >= 10 && !session.isOver && answered === Math.floor(total / 2)) {
            say(`Half way: ${answered} of ${total} cards done.`);
        }
    }

    /**
     * A button that answers: a pointer waits out the lock, a key press never does.
     * @param {string} id
     * @param {() => void} action
     */
    function onPress(id, action) {
        element(id).addEventListener("click", (event) => {
            const isPointer = event.detail > 0;
            if (isPointer && isLocked()) return;
            action();
            if (isPointer && id !== "show") lockForPointers();
        });
    }

    new Hand(element("deck"), {
        card: () => (isStudying() && !isLocked() ? stack.top : undefined),
        tap: turn,
        commit(direction, speed) {
            lockForPointers();
            answer(direction < 0 ? grade.again : grade.good, speed);
        },
    });
    onPress("show", turn);
    onPress("wrong", () => answer(grade.again));
    onPress("right", () => answer(grade.good));
    element("undo").addEventListener("click", undo);
    element("retry").addEventListener("click", retry);
    const shortcuts = /** @type {HTMLDialogElement} */ (element("shortcuts"));
    element("shortcuts-button").addEventListener("click", () => shortcuts.showModal());
    listenToKeys(region, {
        turn,
        answer,
        undo,
        leave: () => element("leave").click(),
        showShortcuts: () => shortcuts.showModal(),
    });
    session.addEventListener("lost", goOnElsewhere);

    controls.inert = false;
    if (session.isOver) finish();
    else {
        enter("studying");
        refresh();
        region.focus({ preventScroll: true });
    }
}

function goOnElsewhere() {
    enter("elsewhere");
    element("elsewhere-title").focus();
}

/** Whether the browser comes back to this page, rather than being led here by a link. */
function isReturn() {
    const [navigation] = performance.getEntriesByType("navigation");
    return /** @type {PerformanceNavigationTiming} */ (navigation)?.type !== "navigate";
}

async function start() {
    /** @type {Deal} */
    const deal = data("deal");
    const [engine, store] = await Promise.all([Engine.load(), Store.open()]);
    const queue = new Queue(store, place());
    showSaving(queue);
    queue.send();

    const lease = `omena session ${sessionKey(deal)}`;
    const open = async (/** @type {boolean} */ isReturn) =>
        study(await Session.open(deal, engine, store, queue, isReturn));
    const isHeld = await hold(lease, { take: false, lost: goOnElsewhere });
    element("here").addEventListener("click", async () => {
        // A page that has studied before begins anew; one that has not needs no network for it.
        if (isHeld) location.reload();
        await hold(lease, { take: true, lost: goOnElsewhere });
        if (!isHeld) await open(true);
    });
    if (isHeld) await open(isReturn());
    else goOnElsewhere();
}

element("reload").addEventListener("click", () => location.reload());
try {
    await start();
} catch (error) {
    console.error(error);
    enter("failed");
    element("failure-title").focus();
}
