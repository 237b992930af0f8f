// Errors with a message for the learner.

import { phrase } from "./phrases.js";

/** An error whose message, from the server or the browser, can be shown as it is. */
export class UserError extends Error {}

/**
 * The message to show for an error.
 * @param {unknown} error
 */
export function errorMessage(error) {
    if (error instanceof UserError) return error.message;
    return phrase("Omena can’t be reached right now. What you entered is still here.");
}
