// Lets only one tab at a time run a session.

import { timeout } from "./timeout.js";

/** How long a tab that is being closed or reloaded may take to release the lease, in milliseconds. */
const grace = 400;

/**
 * @typedef {{take: boolean, lost: () => void}} LeaseOptions `take` steals it from its holder; `lost` is called when it is stolen
 */

/**
 * Acquires the lease for as long as this page lives or until another tab takes it. A busy browser may need longer
 * than the grace period to grant a free lease, so only a tab that is seen to hold it counts as another holder.
 * @param {string} name
 * @param {LeaseOptions} options
 * @returns {Promise<boolean>} whether it is held
 */
export async function acquireLease(name, options) {
    if (!navigator.locks) return true;
    while (!(await acquireOnce(name, options))) if (await isHeldByAnother(name)) return false;
    return true;
}

/**
 * Whether the lease is granted within the grace period.
 * @param {string} name
 * @param {LeaseOptions} options
 * @returns {Promise<boolean>}
 */
function acquireOnce(name, { take, lost }) {
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

/**
 * Whether another page holds a lease. A request that was given up just as it was granted is listed as held, too, by this page.
 * @param {string} name
 */
async function isHeldByAnother(name) {
    const own = crypto.randomUUID();
    return navigator.locks.request(own, async () => {
        const { held = [] } = await navigator.locks.query();
        const client = held.find((lock) => lock.name === own)?.clientId;
        return held.some((lock) => lock.name === name && lock.clientId !== client);
    });
}
