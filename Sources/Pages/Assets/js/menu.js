// The menu of the top card: what can be done with it besides answering, and how to undo that.

import { post } from "./card-fetcher.js";
import { element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { at, base } from "./site.js";
import { timeout } from "./timeout.js";

/** How long a message stays, in milliseconds. */
const messageDuration = 10_000;
/** Actions after which the card does not come up again in this session, unless they are undone. */
const removingActions = ["bury", "suspend", "reset", "redate"];

/** Whether the server answers; asked of a small file that no cache holds. */
async function isReachable() {
    try {
        const { status } = await fetch(at("/manifest.webmanifest"), { method: "HEAD", cache: "no-store", signal: timeout(5000) });
        return status < 502;
    } catch {
        return false;
    }
}

/**
 * Connects the menu of the page to whatever card is on top.
 * @param {import("./study-controller.js").StudyController} study
 */
export function connectMenu(study) {
    const { session, stack } = study;
    const menu = /** @type {HTMLDialogElement} */ (element("menu"));
    const toast = element("done-toast");
    const flags = [.../** @type {NodeListOf<HTMLElement>} */ (element("flags").querySelectorAll("button"))];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @type {() => void} */
    let undo = () => {};

    element("more").addEventListener("click", async () => {
        if (!study.isStudying || !stack.top) return;
        update();
        showReachable(true);
        menu.showModal();
        showReachable(await isReachable());
    });
    element("edit").addEventListener("click", update);
    for (const choice of /** @type {NodeListOf<HTMLElement>} */ (menu.querySelectorAll("[data-action]"))) {
        choice.addEventListener("click", () => act(choice.dataset.action ?? ""));
    }
    for (const flag of flags) flag.addEventListener("click", () => act("flag", { flag: Number(flag.dataset.flag) }));
    element("redate").addEventListener("submit", () => {
        const days = /** @type {HTMLInputElement} */ (element("days")).valueAsNumber;
        act("redate", { days });
    });
    part(toast, "button").addEventListener("click", () => undo());
    tellDone();

    /** Tells what was done on the page that led here, such as the form that deleted a card, and offers to undo it. */
    function tellDone() {
        const { undo: id } = toast.dataset;
        if (!id) return;
        const address = new URL(location.href);
        address.searchParams.delete("done");
        history.replaceState(null, "", address);
        show(part(toast, "p").textContent ?? "", async () => {
            // With the reload the card comes back into the session.
            if (await post(at("/undo"), session.deal, { id })) location.reload();
        });
    }

    /**
     * Shows what can be done, which without the server is nothing.
     * @param {boolean} isReachable
     */
    function showReachable(isReachable) {
        menu.toggleAttribute("data-offline", !isReachable);
        element("menu-offline").hidden = isReachable;
        if (!isReachable && menu.open) part(menu, "#menu-close").focus();
    }

    /** Sets the addresses of the links and the flag to those of the top card. */
    function update() {
        const card = stack.top?.dealt;
        if (!card) return;
        const back = encodeURIComponent(location.pathname + location.search);
        const deck = new URLSearchParams(session.deal.source).get("deck");
        const [edit, add] = [element("edit"), element("add")].map((link) => /** @type {HTMLAnchorElement} */ (link));
        edit.href = `${base}/cards/${card.note}?back=${back}`;
        add.href = `${base}/cards/new?${deck ? `deck=${encodeURIComponent(deck)}&` : ""}back=${back}`;
        for (const flag of flags) flag.setAttribute("aria-pressed", String(Number(flag.dataset.flag) === (card.flag ?? 0)));
    }

    /**
     * @param {string} action
     * @param {{flag?: number, days?: number}} [details]
     */
    async function act(action, details = {}) {
        const { top } = stack;
        if (!top) return;
        menu.close();
        const { index, dealt } = top;
        const cards = [[dealt.note, dealt.face]];
        const done = await post(at("/cards/actions"), session.deal, { action, cards, ...details });
        if (!done) {
            show(phrase("This isn’t possible right now: Omena can’t be reached."));
            return;
        }
        const setFlag = (/** @type {number | undefined} */ flag = 0) => {
            if (action !== "flag") return;
            session.change(new Map([[index, { ...session.cards[index], flag }]]));
            top.flag = flag;
        };
        setFlag(details.flag);
        const isRemoved = removingActions.includes(action) && (session.mode === "review" || ["bury", "suspend"].includes(action));
        // One that was answered already has had its turn.
        const isComing = session.coming.includes(index);
        if (isRemoved) {
            // Opened again meanwhile, it would act on the next card.
            if (stack.top?.index === index) menu.close();
            study.leave(index);
        }
        show(done.says, done.undo && (async () => {
            if (!(await post(at("/undo"), session.deal, { id: done.undo }))) return;
            study.undoChange = undefined;
            study.refresh();
            hide();
            setFlag(dealt.flag);
            if (isRemoved && isComing) await study.restore(session.cards[index]);
        }));
    }

    /**
     * @param {string} message
     * @param {() => void} [undoAction]
     */
    function show(message, undoAction) {
        part(toast, "p").textContent = message;
        part(toast, "button").hidden = !undoAction;
        undo = undoAction ?? (() => {});
        if (undoAction) study.undoChange = undoAction;
        study.refresh();
        toast.hidden = false;
        clearTimeout(timer);
        timer = setTimeout(hide, messageDuration);
    }

    function hide() {
        toast.hidden = true;
    }
}
