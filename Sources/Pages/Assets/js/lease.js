// Lets one tab at a time go on with a session.

import { timeout } from "./timeout.js";

/** How long a tab that is going away may take to let go, as one that is being reloaded does. */
const grace = 400;

/** @typedef {{take: boolean, lost: () => void}} Wish `take` it from whoever holds it; `lost` is called when it is taken */

/**
 * Holds the name for as long as this page lives or until another tab takes it. A browser that is busy may need longer
 * than the grace to give what nobody holds: only a tab that is seen to hold it is another tab.
 * @param {string} name
 * @param {Wish} wish
 * @returns {Promise<boolean>} whether it is held
 */
export async function hold(name, wish) {
    if (!navigator.locks) return true;
    while (!(await comesToHold(name, wish))) if (await isHeldByAnother(name)) return false;
    return true;
}

/**
 * Whether the name comes to be held within the grace.
 * @param {string} name
 * @param {Wish} wish
 * @returns {Promise<boolean>}
 */
function comesToHold(name, { take, lost }) {
    return new Promise((resolve) => {
        let isHeld = false;
        const options = take ? { steal: true } : { signal: timeout(grace) };
        navigator.locks
            .request(name, options, () => {
                isHeld = true;
                resolve(true);
                return new Promise(() => {});
            })
            .catch(() => (isHeld ? lost() : resolve(false)));
    });
}

/** @param {string} name */
async function isHeldByAnother(name) {
    const { held = [] } = await navigator.locks.query();
    return held.some((lock) => lock.name === name);
}
