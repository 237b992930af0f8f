// An end to waiting.

/**
 * A signal that gives up after so many milliseconds.
 * @param {number} milliseconds
 */
export function timeout(milliseconds) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
}
