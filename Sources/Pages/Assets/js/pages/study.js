// A study page: opens its session in this tab, and sits down to it.

import { browse } from "../browse.js";
import { CardFetcher } from "../card-fetcher.js";
import { Engine } from "../engine.js";
import { compareWith } from "../htmlside.js";
import { learn } from "../learn.js";
import { hold } from "../lease.js";
import { connectMenu } from "../menu.js";
import { persist, PutBy, standIn } from "../offline.js";
import { data, element, place, settings } from "../page.js";
import { Queue } from "../queue.js";
import { quiz } from "../quiz.js";
import { race } from "../race.js";
import { open, sessionKey } from "../resume.js";
import { review } from "../review.js";
import { enterState } from "../page-state.js";
import { showSaving } from "../saving.js";
import { StudyController } from "../study-controller.js";
import { connectInput } from "../study-input.js";
import { Store } from "../store.js";
import { judge } from "../typing.js";

/** @typedef {import("../types.js").Deal} Deal */

/** What each mode makes of a session. */
const modes = { browse, learn, race, review, quiz };

function goOnElsewhere() {
    enterState("elsewhere");
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
    const lease = `omena session ${sessionKey(deal)}`;
    const [engine, store, isHeld] = await Promise.all([
        Engine.load(),
        Store.open(),
        hold(lease, { take: false, lost: goOnElsewhere }),
    ]);
    compareWith((typed, expected, marksCount) => judge(engine, typed, expected, { marksCount }).stretches);
    const queue = new Queue(store, place());
    showSaving(queue);
    queue.addEventListener("change", () => queue.answers > 0 && persist());
    queue.send();

    const surroundings = { deal, settings: settings(), engine, store, queue };
    const sit = async (/** @type {boolean} */ isReturn) => {
        const session = await open(surroundings, isReturn);
        session.addEventListener("lost", goOnElsewhere);
        const fetcher = new CardFetcher(session, deal);
        const study = new StudyController(session, fetcher, surroundings.settings, modes[deal.mode]);
        connectInput(study);
        connectMenu(study);
        study.begin();
        await fetcher.complete();
        await standIn();
        await new PutBy(place(), store).refresh({ source: deal.source, title: deal.title });
    };
    element("here").addEventListener("click", async () => {
        // A page that has studied before begins anew; one that has not needs no network for it.
        if (isHeld) location.reload();
        await hold(lease, { take: true, lost: goOnElsewhere });
        if (!isHeld) await sit(true);
    });
    if (isHeld) await sit(isReturn());
    else goOnElsewhere();
}

element("reload").addEventListener("click", () => location.reload());
try {
    await start();
} catch (error) {
    console.error(error);
    enterState("failed");
    element("failure-title").focus();
}
