// A short sound for an answer, for learners who turned sounds on.

/** @type {AudioContext | undefined} */
let context;

/**
 * Two rising notes for a remembered card, one low note for a missed one.
 * @param {number} grade
 */
export function playGradeSound(grade) {
    context ??= new AudioContext();
    const notes = grade > 1 ? [660, 880] : [330];
    for (const [n, frequency] of notes.entries()) {
        const start = context.currentTime + n * 0.09;
        const tone = new OscillatorNode(context, { frequency, type: "sine" });
        const volume = new GainNode(context, { gain: 0 });
        volume.gain.setValueAtTime(0.12, start);
        volume.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
        tone.connect(volume).connect(context.destination);
        tone.start(start);
        tone.stop(start + 0.18);
    }
}
