// Lets one tab at a time go on with a session.

import { timeout } from "./timeout.js";

/** How long a tab that is going away may take to let go, as one that is being reloaded does. */
const grace = 400;

/**
 * Holds the name for as long as this page lives or until another tab takes it.
 * @param {string} name
 * @param {{take: boolean, lost: () => void}} options `take` it from whoever holds it; `lost` is called when it is taken
 * @returns {Promise<boolean>} whether it is held
 */
export function hold(name, { take, lost }) {
    if (!navigator.locks) return Promise.resolve(true);
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
