// Plays the sounds of cards, one after the other and never two at once.

/** @type {HTMLAudioElement | undefined} the sound that is playing */
let current;

/**
 * Plays sounds in order, instead of what is playing now; resolves when the last is over or another one starts.
 * @param {string[]} addresses
 */
export async function play(addresses) {
    stopSounds();
    for (const address of addresses) {
        const audio = new Audio(address);
        current = audio;
        await whenOver(audio);
        if (current !== audio) return;
    }
    current = undefined;
}

export function stopSounds() {
    const audio = current;
    current = undefined;
    audio?.pause();
}

/** @param {HTMLAudioElement} audio */
function whenOver(audio) {
    return new Promise((resolve) => {
        for (const event of ["ended", "pause", "error"]) audio.addEventListener(event, resolve, { once: true });
        // A browser may require a tap first, and a file may be missing: then nothing is played.
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
            stopSounds();
            return;
        }
        button.dataset.playing = "";
        await play(addresses());
        delete button.dataset.playing;
    });
}
