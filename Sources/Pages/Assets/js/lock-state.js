// The state of the library's lock, as this browser sees it.

import { at } from "./site.js";

/** @typedef {{state: string, says?: string, share?: number}} LockState */

/** The time between two requests for the progress, in milliseconds. */
const pollInterval = 400;

/** @returns {Promise<LockState>} */
export async function lockState() {
    const response = await fetch(at("/unlock"), { headers: { Accept: "application/json" }, cache: "no-store" });
    return response.json();
}

/**
 * The state once the library is neither being locked nor unlocked.
 * @param {(share: number) => void} [showShare] is told how much is done, from 0 to 1
 * @returns {Promise<LockState>}
 */
export async function settledLockState(showShare = () => {}) {
    for (;;) {
        try {
            const answer = await lockState();
            if (answer.state !== "locking" && answer.state !== "unlocking") return answer;
            if (answer.share !== undefined) showShare(answer.share);
        } catch {
            // The server is restarting.
        }
        await new Promise((resolve) => setTimeout(resolve, pollInterval));
    }
}
