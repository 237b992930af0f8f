// Reads a side of a card aloud, with a voice of the browser for its language.

import { afterFrame } from "./motion.js";
import { space } from "./site.js";

/** @typedef {import("./types.js").Side} Side */

const { speechSynthesis } = window;
/** @type {SpeechSynthesisVoice[]} the voices loaded so far */
let voices = [];
/** Whether this page has had something read that may not be over yet. */
let isSpeaking = false;

/**
 * The best voice for a language: the chosen one, else one of the same region or script, else any of its language. A
 * transliteration into Latin letters has no voice.
 * @param {string} lang
 */
function voiceFor(lang) {
    if (/-Latn\b/.test(lang)) return undefined;
    const asked = lang.toLowerCase();
    const fitting = voicesOf(lang);
    const chosen = chosenVoice(lang);
    return fitting.find(({ voiceURI }) => voiceURI === chosen) ?? fitting.find((voice) => languageTag(voice) === asked) ?? fitting[0];
}

/** @param {SpeechSynthesisVoice} voice */
function languageTag(voice) {
    return voice.lang.replace("_", "-").toLowerCase();
}

/**
 * The voices that the browser has for a language and its script.
 * @param {string} lang
 */
export function voicesOf(lang) {
    const primary = lang.toLowerCase().split("-")[0];
    const script = scriptOf(lang);
    return voices.filter((voice) => languageTag(voice).split("-")[0] === primary && scriptOf(languageTag(voice)) === script);
}

/**
 * The script of a language; a voice reads both ways to write Chinese.
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

const storageKey = `${space} voices`;

/** The voices that were chosen in this browser, by language. @returns {Record<string, string>} */
function chosenVoices() {
    try {
        return JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    } catch {
        return {};
    }
}

/**
 * The voice that was chosen for a language, or empty.
 * @param {string} lang
 */
export function chosenVoice(lang) {
    return chosenVoices()[lang.toLowerCase().split("-")[0]] ?? "";
}

/**
 * Stores the voice for a language; an empty one removes it.
 * @param {string} lang
 * @param {string} voice
 */
export function chooseVoice(lang, voice) {
    const { [lang]: _, ...others } = chosenVoices();
    try {
        localStorage.setItem(storageKey, JSON.stringify(voice ? { ...others, [lang]: voice } : others));
    } catch {
        // Without storage the best voice is used again.
    }
}

/** @param {Side} side */
export function canSay({ text, lang }) {
    return text !== "" && lang !== undefined && voiceFor(lang) !== undefined;
}

/** @param {Side | undefined} side */
export function speak(side) {
    const voice = side?.lang && voiceFor(side.lang);
    if (!side || !voice) return;
    speechSynthesis.cancel();
    isSpeaking = true;
    const words = new SpeechSynthesisUtterance(side.text);
    words.voice = voice;
    words.lang = voice.lang;
    speechSynthesis.speak(words);
}

/** Stops reading; the browser is not asked to otherwise, because its first answer may take longer than the whole page. */
export function stopSpeaking() {
    if (isSpeaking) speechSynthesis.cancel();
    isSpeaking = false;
}

// Some browsers would read on beside the next page.
addEventListener("pagehide", stopSpeaking);

/**
 * Loads the browser's voices, and calls back whenever some have loaded. Only after the first cards are painted,
 * because the first query may take longer than the whole page.
 * @param {() => void} action
 */
export function whenVoicesLoad(action) {
    if (!speechSynthesis) return;
    const load = () => {
        voices = speechSynthesis.getVoices();
        if (voices.length > 0) action();
    };
    speechSynthesis.addEventListener?.("voiceschanged", load);
    afterFrame().then(load);
}
