// A short sound for an answer, for those who turned sounds on.

/** @type {AudioContext | undefined} */
let context;

/**
 * Two notes up for what was remembered, one low one for what was not.
 * @param {number} grade
 */
export function sound(grade) {
    context ??= new AudioContext();
    const notes = grade > 1 ? [660, 880] : [330];
    for (const [n, frequency] of notes.entries()) {
        const begin = context.currentTime + n * 0.09;
        const tone = new OscillatorNode(context, { frequency, type: "sine" });
        const volume = new GainNode(context, { gain: 0 });
        volume.gain.setValueAtTime(0.12, begin);
        volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.16);
        tone.connect(volume).connect(context.destination);
        tone.start(begin);
        tone.stop(begin + 0.18);
    }
}
