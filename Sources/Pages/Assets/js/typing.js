// Judges a typed answer, and finds where it differs.

import { Engine } from "./engine.js";

/** @typedef {"same" | "other" | "missing" | "extra" | "swapped" | "ignored"} Kind */
/**
 * A stretch of the typed text beside the stretch of the answer that it stands for.
 * @typedef {{kind: Kind, typed: string, expected: string}} Stretch
 * @typedef {{verdict: "exact" | "near" | "wrong", stretches: Stretch[]}} Judgement
 */

const verdicts = /** @type {const} */ (["wrong", "near", "exact"]);
const kinds = /** @type {const} */ (["same", "other", "missing", "extra", "swapped", "ignored"]);
/** @type {Intl.Segmenter | undefined} created on first use, because that is slow */
let letters;

/**
 * Compares a typed text with the answer, ignoring case and Unicode form.
 * @param {Engine} engine
 * @param {string} typed
 * @param {string} expected
 * @param {{lang?: string, marksCount: boolean}} options
 * @returns {Judgement}
 */
export function judge(engine, typed, expected, { lang, marksCount }) {
    const [given, wanted] = [typed, expected].map((text) => read(text, lang, marksCount));
    engine.words(given.codes.length + wanted.codes.length).set([...given.codes, ...wanted.codes]);
    const verdict = engine.exports.judge(given.codes.length, wanted.codes.length);
    if (verdict < 0) throw new Error("The engine cannot judge this answer.");
    const [begin, , count] = engine.words(3);
    const words = engine.words(3 + 3 * count).slice(3);
    let [at, beside] = [0, begin];
    const stretches = Array.from({ length: count }, (_, n) => {
        const [kind, typedCodes, expectedCodes] = words.slice(3 * n, 3 * n + 3);
        const stretch = {
            kind: kinds[kind],
            typed: given.text(at, at + typedCodes),
            expected: wanted.text(beside, beside + expectedCodes),
        };
        at += typedCodes;
        beside += expectedCodes;
        return stretch;
    });
    return { verdict: verdicts[verdict], stretches };
}

/**
 * A text as the engine compares it, with which any stretch can be shown as it was written.
 * @param {string} text
 * @param {string | undefined} lang
 * @param {boolean} marksCount
 */
function read(text, lang, marksCount) {
    const written = [...(letters ??= new Intl.Segmenter()).segment(text.trim())].map(({ segment }) => segment);
    /** @type {number[]} */
    const codes = [];
    /** @type {number[]} the index of the letter to which each code point belongs */
    const owners = [];
    for (const [n, letter] of written.entries()) {
        for (const point of normal(letter, lang, marksCount)) {
            codes.push(point.codePointAt(0) ?? 0);
            owners.push(n);
        }
    }
    return {
        codes,
        text(/** @type {number} */ from, /** @type {number} */ to) {
            return to <= from ? "" : written.slice(owners[from], owners[to - 1] + 1).join("");
        },
    };
}

/**
 * @param {string} letter
 * @param {string | undefined} lang
 * @param {boolean} marksCount
 */
function normal(letter, lang, marksCount) {
    const folded = lower(letter.normalize("NFKC"), lang).replace("ς", "σ").normalize("NFKC");
    return marksCount ? folded : withoutMarks(folded);
}

/**
 * @param {string} text
 * @param {string | undefined} lang
 */
function lower(text, lang) {
    const isTurkic = lang !== undefined && /^(tr|az)\b/.test(lang);
    return isTurkic ? text.toLocaleLowerCase("tr") : text.toLowerCase();
}

/**
 * Removes accents and points from letters; marks that are letters of their own stay.
 * @param {string} letter
 */
function withoutMarks(letter) {
    const parts = letter.normalize("NFD");
    if (/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(parts)) {
        return parts.replace(/\p{M}/gu, "").normalize("NFC");
    }
    // In Cyrillic stress is a mark, but й, ї and the dots of ё belong to their letters.
    if (/^\p{Script=Cyrillic}/u.test(parts)) {
        return parts.replace(/[\u0300\u0301]/g, "").replace("е\u0308", "е").normalize("NFC");
    }
    return letter;
}
