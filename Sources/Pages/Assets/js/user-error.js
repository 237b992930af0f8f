// Why something was not done, in words for the learner.

import { phrase } from "./phrases.js";

/** What the server, or the browser, says in words of its own. */
export class Refusal extends Error {}

/**
 * Why nothing came, in words.
 * @param {unknown} error
 */
export function reason(error) {
    if (error instanceof Refusal) return error.message;
    return phrase("Omena cannot be reached right now. What you wrote is still here.");
}
