// Records a sound, showing its level and duration, until it is stopped.

import { part } from "./page.js";
import { phrase } from "./phrases.js";
import { UserError } from "./user-error.js";

/** The longest recording, in milliseconds. */
const maxDuration = 5 * 60_000;
/** Recording formats, best first: those that every browser plays, then others. */
const types = ["audio/mp4;codecs=mp4a.40.2", "audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4", "audio/webm"];

/** Whether this browser can record; pages loaded over plain HTTP from another host cannot. */
export function canRecord() {
    return "mediaDevices" in navigator && "MediaRecorder" in window;
}

/**
 * Records until the row's button stops it; returns the sound, or nothing if the learner cancelled.
 * @param {HTMLElement} row
 * @returns {Promise<File | undefined>}
 */
export async function record(row) {
    const stream = await openMicrophoneUnlessEnded(row);
    if (!stream) return undefined;
    const type = types.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
    const meter = new Meter(stream, row);
    /** @type {Blob[]} */
    const pieces = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    try {
        const isAccepted = await new Promise((resolve, reject) => {
            let isAccepted = true;
            recorder.addEventListener("stop", () => resolve(isAccepted));
            recorder.addEventListener("error", () => reject(new UserError(phrase("The recording stopped unexpectedly."))));
            const end = (/** @type {boolean} */ keep) => {
                isAccepted = keep;
                if (recorder.state !== "inactive") recorder.stop();
            };
            part(row, ".stop").addEventListener("click", () => end(true));
            part(row, ".remove").addEventListener("click", () => end(false));
            meter.onTick = (time) => {
                if (!row.isConnected) end(false);
                else if (time > maxDuration) end(true);
            };
            recorder.start();
        });
        const kind = recorder.mimeType.split(";")[0];
        const ending = kind.split("/")[1] ?? "webm";
        return isAccepted ? new File(pieces, `recording.${ending}`, { type: kind }) : undefined;
    } finally {
        meter.stop();
        close(stream);
    }
}

/**
 * Opens the microphone; nothing if the row's buttons are pressed first, for instance while the browser asks whether it may.
 * @param {HTMLElement} row
 */
async function openMicrophoneUnlessEnded(row) {
    const opening = openMicrophone();
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => {
        for (const button of [".stop", ".remove"]) part(row, button).addEventListener("click", () => resolve());
    });
    const stream = await Promise.race([opening, ended]);
    if (!stream) opening.then(close, () => {});
    return stream;
}

/** @param {MediaStream} stream */
function close(stream) {
    for (const track of stream.getTracks()) track.stop();
}

/** Opens the microphone, or explains why it cannot. */
async function openMicrophone() {
    try {
        return await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
        const name = error instanceof Error ? error.name : "";
        if (name === "NotAllowedError" || name === "SecurityError") {
            throw new UserError(phrase("This page isn’t allowed to use the microphone. Allow it beside the page’s address, then try again."));
        }
        if (name === "NotFoundError") throw new UserError(phrase("This device has no microphone."));
        throw new UserError(phrase("The microphone isn’t available right now. Another app may be using it."));
    }
}

/** Shows the level and the duration. */
class Meter {
    /** @type {(time: number) => void} called with the duration so far */
    onTick = () => {};
    #context = new AudioContext();
    #begun = performance.now();
    #isStopped = false;

    /**
     * @param {MediaStream} stream
     * @param {HTMLElement} row
     */
    constructor(stream, row) {
        const analyser = new AnalyserNode(this.#context, { fftSize: 512 });
        this.#context.createMediaStreamSource(stream).connect(analyser);
        const samples = new Float32Array(analyser.fftSize);
        const bar = part(row, ".level");
        const time = part(row, ".medium-name");
        const tick = () => {
            if (this.#isStopped) return;
            analyser.getFloatTimeDomainData(samples);
            const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
            bar.style.setProperty("--level", String(Math.min(1, loudness * 4)));
            const passed = performance.now() - this.#begun;
            const seconds = Math.floor(passed / 1000);
            const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
            if (time.textContent !== words) time.textContent = words;
            this.onTick(passed);
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    stop() {
        this.#isStopped = true;
        this.#context.close();
    }
}
