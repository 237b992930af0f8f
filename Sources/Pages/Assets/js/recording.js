// Records a sound: shows how loud it is and how long it takes, until it is stopped.

import { part } from "./page.js";
import { Refusal } from "./user-error.js";
import { phrase } from "./phrases.js";

/** The longest recording, in milliseconds. */
const longest = 5 * 60_000;
/** What is recorded, best first: what every browser plays, then what some do. */
const types = ["audio/mp4;codecs=mp4a.40.2", "audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4", "audio/webm"];

/** Whether this browser can record at all; pages that come over plain HTTP from elsewhere cannot. */
export function canRecord() {
    return "mediaDevices" in navigator && "MediaRecorder" in window;
}

/**
 * Records until the row's button stops it; gives the sound, or nothing where the learner gave up.
 * @param {HTMLElement} row
 * @returns {Promise<File | undefined>}
 */
export async function record(row) {
    const stream = await microphone();
    const type = types.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
    const meter = new Meter(stream, row);
    /** @type {Blob[]} */
    const pieces = [];
    recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    try {
        const isKept = await new Promise((resolve, reject) => {
            let isKept = true;
            recorder.addEventListener("stop", () => resolve(isKept));
            recorder.addEventListener("error", () => reject(new Refusal(phrase("The recording broke off."))));
            const end = (/** @type {boolean} */ keep) => {
                isKept = keep;
                if (recorder.state !== "inactive") recorder.stop();
            };
            part(row, ".stop").addEventListener("click", () => end(true));
            part(row, ".remove").addEventListener("click", () => end(false));
            meter.onTick = (time) => {
                if (!row.isConnected) end(false);
                else if (time > longest) end(true);
            };
            recorder.start();
        });
        const kind = recorder.mimeType.split(";")[0];
        const ending = kind.split("/")[1] ?? "webm";
        return isKept ? new File(pieces, `recording.${ending}`, { type: kind }) : undefined;
    } finally {
        meter.stop();
        for (const track of stream.getTracks()) track.stop();
    }
}

/** Asks for the microphone, and says in words why there is none. */
async function microphone() {
    try {
        return await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch (error) {
        const name = error instanceof Error ? error.name : "";
        if (name === "NotAllowedError" || name === "SecurityError") {
            throw new Refusal(phrase("The browser does not let this page use the microphone. Allow it beside the page’s address, then try again."));
        }
        if (name === "NotFoundError") throw new Refusal(phrase("There is no microphone here."));
        throw new Refusal(phrase("The microphone cannot be used right now. Perhaps another program has it."));
    }
}

/** Shows how loud it is and how long it has taken. */
class Meter {
    /** @type {(time: number) => void} is told how long it has taken */
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
