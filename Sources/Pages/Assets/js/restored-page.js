// A page that the browser kept whole and shows again when the learner goes back to it is out of date: numbers have changed, and
// its form was sent.

/**
 * Reloads the page when the learner comes back to it.
 * @param {() => boolean} [holdsText] whether it holds something that was not sent, which reloading would lose
 */
export function reloadWhenRestored(holdsText = () => false) {
    addEventListener("pageshow", ({ persisted }) => {
        if (persisted && !holdsText()) location.reload();
    });
}
