// What can be done with the card on top besides answering it, and how that is taken back.

import { element, part } from "./page.js";
import { Sitting } from "./sitting.js";
import { ask } from "./supply.js";
import { phrase } from "./words.js";

/** How long a toast stays. */
const patience = 10_000;
/** After these the card is not asked again in this sitting, unless it is taken back. */
const puttingAway = ["bury", "suspend", "reset", "redate"];

/**
 * Lets the sheet of the page act on whatever card lies on top.
 * @param {Sitting} sitting
 */
export function offerMenu(sitting) {
    const { session } = sitting;
    const sheet = /** @type {HTMLDialogElement} */ (element("menu"));
    const toast = element("done-toast");
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @type {() => void} */
    let takeBack = () => {};

    const button = element("more");
    button.addEventListener("click", () => {
        if (!sitting.isStudying || !sitting.stack.top) return;
        lead();
        sheet.showModal();
    });
    element("edit").addEventListener("click", lead);
    for (const choice of sheet.querySelectorAll("[data-action]")) {
        const { action = "" } = /** @type {HTMLElement} */ (choice).dataset;
        choice.addEventListener("click", () => act(action));
    }
    for (const flag of element("flags").querySelectorAll("button")) {
        flag.addEventListener("click", () => act("flag", { flag: Number(flag.dataset.flag) }));
    }
    element("redate").addEventListener("submit", () => {
        const days = /** @type {HTMLInputElement} */ (element("days")).valueAsNumber;
        act("redate", { days });
    });
    part(toast, "button").addEventListener("click", () => takeBack());

    /** Writes where the links lead, and which flag the card has. */
    function lead() {
        const card = sitting.stack.top?.dealt;
        if (!card) return;
        const back = encodeURIComponent(location.pathname + location.search);
        const deck = new URLSearchParams(session.deal.source).get("deck");
        const [edit, add] = [element("edit"), element("add")].map((link) => /** @type {HTMLAnchorElement} */ (link));
        edit.href = `/cards/${card.note}?back=${back}`;
        add.href = `/cards/new?${deck ? `deck=${encodeURIComponent(deck)}&` : ""}back=${back}`;
        for (const flag of element("flags").querySelectorAll("button")) {
            flag.setAttribute("aria-pressed", String(Number(flag.dataset.flag) === (card.flag ?? 0)));
        }
    }

    /**
     * @param {string} action
     * @param {{flag?: number, days?: number}} [details]
     */
    async function act(action, details = {}) {
        const { top } = sitting.stack;
        if (!top) return;
        sheet.close();
        const { index, dealt } = top;
        const cards = [[dealt.note, dealt.face]];
        const done = await ask("/cards/actions", session.deal, { action, cards, ...details });
        if (!done) {
            say(phrase("That needs Omena, which cannot be reached right now."));
            return;
        }
        const flag = dealt.flag ?? 0;
        if (action === "flag") session.change(new Map([[index, { ...session.cards[index], flag: details.flag }]]));
        const isAway = puttingAway.includes(action) && (session.mode === "review" || ["bury", "suspend"].includes(action));
        if (isAway) {
            session.leave(index);
            sitting.stack.settle();
            sitting.goOn();
        }
        say(done.says, done.undo && (async () => {
            const undone = await ask("/undo", session.deal, { id: done.undo });
            if (!undone) return;
            hide();
            if (action === "flag") session.change(new Map([[index, { ...session.cards[index], flag }]]));
            if (isAway) await sitting.rejoin(session.cards[index]);
        }));
    }

    /**
     * @param {string} words
     * @param {(() => void) | undefined} [undo]
     */
    function say(words, undo) {
        part(toast, "p").textContent = words;
        part(toast, "button").hidden = !undo;
        takeBack = undo ?? (() => {});
        toast.hidden = false;
        clearTimeout(timer);
        timer = setTimeout(hide, patience);
    }

    function hide() {
        toast.hidden = true;
    }
}
