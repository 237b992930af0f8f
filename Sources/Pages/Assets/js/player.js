// Plays the sounds of cards: one after the other, and never two at once.

/** @type {HTMLAudioElement | undefined} what is heard now */
let current;

/**
 * Plays sounds in their order, in place of what is heard now; resolves when the last is over, or something else is heard.
 * @param {string[]} addresses
 */
export async function play(addresses) {
    hush();
    for (const address of addresses) {
        const audio = new Audio(address);
        current = audio;
        await over(audio);
        if (current !== audio) return;
    }
    current = undefined;
}

/** Ends what is heard. */
export function hush() {
    const audio = current;
    current = undefined;
    audio?.pause();
}

/** @param {HTMLAudioElement} audio */
function over(audio) {
    return new Promise((resolve) => {
        for (const event of ["ended", "pause", "error"]) audio.addEventListener(event, resolve, { once: true });
        // A browser may want a tap first, and a file may be gone: then nothing is heard.
        audio.play().catch(resolve);
    });
}

/**
 * Makes a button play sounds, and stop them when it is pressed again.
 * @param {HTMLElement} button
 * @param {() => string[]} addresses
 */
export function playOnPress(button, addresses) {
    button.addEventListener("click", async (event) => {
        event.stopPropagation();
        if (button.hasAttribute("data-playing")) {
            hush();
            return;
        }
        button.dataset.playing = "";
        await play(addresses());
        delete button.dataset.playing;
    });
}
