// Writes the sides of a card onto its faces.

import { afterFrame } from "./motion.js";
import { part } from "./page.js";
import { phrase } from "./phrases.js";
import { sizeClass } from "./text-size.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Side} Side */

/** @type {Side} shown until the text of a card has been fetched */
const placeholder = { text: "…" };

/**
 * The name of a side's language, or its tag if it has no name.
 * @param {Side} side
 */
export function languageName({ lang = "", language = lang }) {
    return language;
}

/**
 * Writes both sides of a card.
 * @param {DealtCard} card
 * @param {HTMLElement} front
 * @param {HTMLElement} back
 */
export function writeFaces(card, front, back) {
    const [prompt, answer] = [card.front ?? placeholder, card.back ?? placeholder];
    writeFace(prompt, front);
    writeFace(answer, back);
    const isHtml = prompt.html !== undefined && answer.html !== undefined;
    front.classList.toggle("is-html", isHtml);
    back.classList.toggle("is-html", isHtml);
    const pair = part(front, ".pair");
    const question = part(back, ".asked");
    if (prompt.lang && answer.lang && prompt.lang !== answer.lang) {
        const [from, , to] = pair.querySelectorAll("span");
        writeLanguage(from, prompt);
        writeLanguage(to, answer);
        part(question, "span").textContent = languageName(prompt);
    } else {
        pair.replaceChildren();
    }
    writeTextOf(part(question, "b"), prompt);
    if (prompt.text.length > 40) part(question, "b").classList.add("long");
    const before = part(back, ".asked-before");
    writeTextOf(before, prompt);
    before.append(", ");
}

/**
 * Writes the name of a side's language, and the name that its own speakers use.
 * @param {Element} element
 * @param {Side} side
 */
function writeLanguage(element, side) {
    element.textContent = languageName(side);
    if (!side.own) return;
    const own = document.createElement("bdi");
    own.className = "own";
    own.lang = side.lang ?? "";
    own.textContent = side.own;
    element.append(" · ", own);
}

/**
 * Adds the answer under the prompt, for a card that does not turn; returns the part to be shown.
 * @param {HTMLElement} front
 * @param {HTMLElement} back
 */
export function joinFaces(front, back) {
    const answer = document.createElement("span");
    answer.className = "answer";
    answer.hidden = true;
    const comma = document.createElement("span");
    comma.className = "vh";
    comma.textContent = ", ";
    const rule = document.createElement("span");
    rule.className = "rule";
    answer.append(comma, rule, ...back.querySelectorAll(".face-hit > .pictures, .face-hit > .word, .face-hit > .say, .face-hit > .scripts"));
    part(front, ".face-hit").append(answer);
    back.remove();
    return answer;
}

/**
 * @param {Side} side
 * @param {HTMLElement} face
 */
function writeFace(side, face) {
    const word = part(face, ".word");
    writeText(word, side);
    const size = sizeClass(side.text);
    if (size) word.classList.add(size);
    part(face, ".say").textContent = side.say ?? "";
    part(face, ".pictures").append(...mediaOf(side, "picture").map(pictureElement));
    if (side.made) markTransliterated(word);
    face.querySelector(".scripts")?.append(...(side.others ?? []).map(writingElement));
}

/**
 * The pictures or the sounds of a side.
 * @param {Side | undefined} side
 * @param {import("./types.js").Medium["kind"]} kind
 */
export function mediaOf(side, kind) {
    return (side?.media ?? []).filter((medium) => medium.kind === kind);
}

/**
 * A picture of a card, which is fetched after the first cards are painted.
 * @param {import("./types.js").Medium} medium
 */
export function pictureElement({ address, words }) {
    const picture = document.createElement("img");
    picture.alt = words || phrase("Picture");
    picture.decoding = "async";
    // A drag moves the card, not the picture.
    picture.draggable = false;
    firstPaint.then(() => (picture.src = address));
    return picture;
}
const firstPaint = afterFrame();

/**
 * The text of a side, or descriptions of its media where these cannot be shown.
 * @param {Side} side
 */
export function textOf({ text, media = [] }) {
    return text || media.map(({ kind, words }) => words || (kind === "picture" ? phrase("Picture") : phrase("Sound"))).join(", ");
}

/**
 * Writes a side where only text can stand.
 * @param {HTMLElement} element
 * @param {Side} side
 */
function writeTextOf(element, side) {
    writeText(element, { ...side, text: textOf(side) });
}

/**
 * The same text in another script.
 * @param {import("./types.js").Writing} writing
 */
function writingElement(writing) {
    const line = document.createElement("span");
    line.dir = "auto";
    writeText(line, writing);
    if (writing.made) markTransliterated(line);
    return line;
}

/**
 * Marks a text that was made by transliteration, by dots under it and in words for screen readers.
 * @param {HTMLElement} element
 */
function markTransliterated(element) {
    const text = document.createElement("span");
    text.className = "made";
    text.title = phrase("Automatic transliteration");
    text.append(...element.childNodes);
    const remark = document.createElement("span");
    remark.className = "vh";
    remark.lang = document.documentElement.lang;
    remark.textContent = ` (${phrase("automatic transliteration")})`;
    element.append(text, remark);
}

/**
 * Writes the text of a side, with its readings above it if it has any; screen readers read the text alone.
 * @param {HTMLElement} element
 * @param {Side} side
 */
export function writeText(element, { text, lang, ruby, rubyMade }) {
    if (ruby && ruby.map((piece) => piece.text).join("") === text) {
        element.replaceChildren(...ruby.map((piece) => rubyElement(piece, rubyMade)));
    } else {
        element.textContent = text;
    }
    if (lang) element.lang = lang;
}

/**
 * @param {import("./types.js").RubyPiece} piece
 * @param {boolean} [isMade]
 */
function rubyElement({ text, over }, isMade) {
    if (!over) return text;
    const ruby = document.createElement("ruby");
    const reading = document.createElement("rt");
    reading.setAttribute("aria-hidden", "true");
    reading.textContent = over;
    if (isMade) ruby.dataset.made = "on";
    ruby.append(text, reading);
    return ruby;
}
