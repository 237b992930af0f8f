// Says a side of a card in its language, with a voice of the browser where it has one.

import { afterFrame } from "./motion.js";

/** @typedef {import("./types.js").Side} Side */

const { speechSynthesis } = window;
/** @type {SpeechSynthesisVoice[]} the voices that have come */
let voices = [];

/**
 * The voice that fits a language best: its region or script if there is one, else any of its language. What is written
 * in Latin letters only to be read aloud is for nobody's voice.
 * @param {string} lang
 */
function voiceFor(lang) {
    if (/-Latn\b/.test(lang)) return undefined;
    const asked = lang.toLowerCase();
    const fitting = voicesOf(lang);
    const chosen = chosenVoice(lang);
    return fitting.find(({ voiceURI }) => voiceURI === chosen) ?? fitting.find((voice) => tagOf(voice) === asked) ?? fitting[0];
}

/** @param {SpeechSynthesisVoice} voice */
function tagOf(voice) {
    return voice.lang.replace("_", "-").toLowerCase();
}

/**
 * The voices that the browser has for a language, of those that read its script.
 * @param {string} lang
 */
export function voicesOf(lang) {
    const primary = lang.toLowerCase().split("-")[0];
    const script = scriptOf(lang);
    return voices.filter((voice) => tagOf(voice).split("-")[0] === primary && scriptOf(tagOf(voice)) === script);
}

/**
 * The script of a language; both ways to write Chinese are one to whoever reads it aloud.
 * @param {string} tag
 */
function scriptOf(tag) {
    try {
        const script = new Intl.Locale(tag).maximize().script ?? "";
        return { Aran: "Arab", Hans: "Hani", Hant: "Hani" }[script] ?? script;
    } catch {
        return "";
    }
}

const place = "omena voices";

/** The voices that were chosen in this browser, by language. @returns {Record<string, string>} */
function chosenVoices() {
    try {
        return JSON.parse(localStorage.getItem(place) ?? "{}");
    } catch {
        return {};
    }
}

/**
 * The voice that was chosen for a language; empty where none was.
 * @param {string} lang
 */
export function chosenVoice(lang) {
    return chosenVoices()[lang.toLowerCase().split("-")[0]] ?? "";
}

/**
 * Remembers a voice for a language; an empty one forgets it.
 * @param {string} lang
 * @param {string} voice
 */
export function chooseVoice(lang, voice) {
    const { [lang]: _, ...others } = chosenVoices();
    try {
        localStorage.setItem(place, JSON.stringify(voice ? { ...others, [lang]: voice } : others));
    } catch {
        // A browser that keeps nothing takes the best one again.
    }
}

/**
 * Whether there is a voice for the side.
 * @param {Side} side
 */
export function canSay({ text, lang }) {
    return text !== "" && lang !== undefined && voiceFor(lang) !== undefined;
}

/** @param {Side | undefined} side */
export function speak(side) {
    const voice = side?.lang && voiceFor(side.lang);
    if (!side || !voice) return;
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(side.text);
    words.voice = voice;
    words.lang = voice.lang;
    speechSynthesis.speak(words);
}

/**
 * Asks the browser for its voices, and calls back whenever some have come. Only after the first cards are painted: a
 * browser may take longer over the first question than over the whole page.
 * @param {() => void} action
 */
export function whenVoicesCome(action) {
    if (!speechSynthesis) return;
    const look = () => {
        voices = speechSynthesis.getVoices();
        if (voices.length > 0) action();
    };
    speechSynthesis.addEventListener?.("voiceschanged", look);
    afterFrame().then(look);
}
