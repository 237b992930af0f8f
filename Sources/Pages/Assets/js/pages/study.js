// A study page: puts a session and its modules together.

import { browse } from "../browse.js";
import { CardFetcher } from "../card-fetcher.js";
import { Engine } from "../engine.js";
import { setComparison } from "../htmlside.js";
import { learn } from "../learn.js";
import { acquireLease } from "../lease.js";
import { connectMenu } from "../menu.js";
import { OfflineDecks, registerWorker, requestPersistence } from "../offline.js";
import { data, element, pageContext, settings } from "../page.js";
import { enterState } from "../page-state.js";
import { Queue } from "../queue.js";
import { quiz } from "../quiz.js";
import { race } from "../race.js";
import { reloadWhenRestored } from "../restored-page.js";
import { openSession, sessionKey } from "../resume.js";
import { review } from "../review.js";
import { showSaving } from "../saving.js";
import { space } from "../site.js";
import { Store } from "../store.js";
import { StudyController } from "../study-controller.js";
import { connectInput } from "../study-input.js";
import { judge } from "../typing.js";

/** @typedef {import("../types.js").Deal} Deal */

const modes = { browse, learn, race, review, quiz };

function showElsewhere() {
    enterState("elsewhere");
    element("elsewhere-title").focus();
}

/** Whether the learner returned to this page, rather than following a link to it. */
function isReturn() {
    const [navigation] = performance.getEntriesByType("navigation");
    return /** @type {PerformanceNavigationTiming} */ (navigation)?.type !== "navigate";
}

async function start() {
    /** @type {Deal} */
    const deal = data("deal");
    const lease = `${space} session ${sessionKey(deal)}`;
    const [engine, store, isHeld] = await Promise.all([
        Engine.load(),
        Store.open(),
        acquireLease(lease, { take: false, lost: showElsewhere }),
    ]);
    setComparison((typed, expected, marksCount) => judge(engine, typed, expected, { marksCount }).stretches);
    const queue = new Queue(store, pageContext());
    showSaving(queue);
    queue.addEventListener("change", () => queue.answers > 0 && requestPersistence());
    queue.send();

    const context = { deal, settings: settings(), engine, store, queue };
    const run = async (/** @type {boolean} */ isReturn) => {
        const session = await openSession(context, isReturn);
        session.addEventListener("lost", showElsewhere);
        const fetcher = new CardFetcher(session, deal);
        const study = new StudyController(session, fetcher, context.settings, modes[deal.mode]);
        connectInput(study);
        connectMenu(study);
        study.begin();
        await fetcher.complete();
        await registerWorker();
        await new OfflineDecks(pageContext(), store).refresh({ source: deal.source, title: deal.title });
    };
    let hasStudied = isHeld;
    element("here").addEventListener("click", async () => {
        // A page that has studied before starts afresh; one that has not needs no network for it.
        const startsAfresh = hasStudied;
        hasStudied = true;
        if (startsAfresh) location.reload();
        await acquireLease(lease, { take: true, lost: showElsewhere });
        if (!startsAfresh) await run(true).catch(showFailure);
    });
    if (isHeld) await run(isReturn());
    else showElsewhere();
}

/** @param {unknown} error */
function showFailure(error) {
    console.error(error);
    enterState("failed");
    element("failure-title").focus();
}

element("reload").addEventListener("click", () => location.reload());
reloadWhenRestored();
await start().catch(showFailure);
