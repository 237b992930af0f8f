/**
 * A signal that aborts after this many milliseconds.
 * @param {number} milliseconds
 */
export function timeout(milliseconds) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), milliseconds);
    return controller.signal;
}
