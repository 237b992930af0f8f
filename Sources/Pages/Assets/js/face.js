// One side of a card as it is written on it.

import { afterFrame } from "./motion.js";
import { part } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */
/** @typedef {import("./types.js").Side} Side */

/** @type {Side} what stands on a card whose text is still on its way */
const nothing = { text: "…" };

/**
 * What a side's language is called; one that has no name is called by its tag.
 * @param {Side} side
 */
export function languageOf({ lang = "", language = lang }) {
    return language;
}

/**
 * Writes both sides of a card.
 * @param {DealtCard} card
 * @param {HTMLElement} front
 * @param {HTMLElement} back
 */
export function writeFaces(card, front, back) {
    const [prompt, answer] = [card.front ?? nothing, card.back ?? nothing];
    write(prompt, front);
    write(answer, back);
    const isHtml = prompt.html !== undefined && answer.html !== undefined;
    front.classList.toggle("is-html", isHtml);
    back.classList.toggle("is-html", isHtml);
    const pair = part(front, ".pair");
    const asked = part(back, ".asked");
    if (prompt.lang && answer.lang && prompt.lang !== answer.lang) {
        const [from, , to] = pair.querySelectorAll("span");
        call(from, prompt);
        call(to, answer);
        part(asked, "span").textContent = languageOf(prompt);
    } else {
        pair.replaceChildren();
    }
    say(part(asked, "b"), prompt);
    if (prompt.text.length > 40) part(asked, "b").classList.add("long");
    const before = part(back, ".asked-before");
    say(before, prompt);
    before.append(", ");
}

/**
 * Says what a side's language is called, and what its own speakers call it.
 * @param {Element} element
 * @param {Side} side
 */
function call(element, side) {
    element.textContent = languageOf(side);
    if (!side.own) return;
    const own = document.createElement("bdi");
    own.className = "own";
    own.lang = side.lang ?? "";
    own.textContent = side.own;
    element.append(" · ", own);
}

/**
 * Lays the answer under the prompt, for a card that does not turn; gives the part to be shown.
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
function write(side, face) {
    const word = part(face, ".word");
    set(word, side);
    const size = sizeOf(side.text);
    if (size) word.classList.add(size);
    part(face, ".say").textContent = side.say ?? "";
    part(face, ".pictures").append(...mediaOf(side, "picture").map(pictureOf));
    if (side.made) mark(word);
    face.querySelector(".scripts")?.append(...(side.others ?? []).map(writingOf));
}

/**
 * The pictures of a side, or its sounds.
 * @param {Side | undefined} side
 * @param {import("./types.js").Medium["kind"]} kind
 */
export function mediaOf(side, kind) {
    return (side?.media ?? []).filter((medium) => medium.kind === kind);
}

/**
 * A picture as it lies on a card; it begins to come when the first cards are painted.
 * @param {import("./types.js").Medium} medium
 */
export function pictureOf({ address, words }) {
    const picture = document.createElement("img");
    picture.alt = words || phrase("Picture");
    picture.decoding = "async";
    // It is the card that is dragged.
    picture.draggable = false;
    painted.then(() => (picture.src = address));
    return picture;
}
const painted = afterFrame();

/**
 * What a side says where its pictures cannot be shown.
 * @param {Side} side
 */
export function wordsOf({ text, media = [] }) {
    return text || media.map(({ kind, words }) => words || (kind === "picture" ? phrase("Picture") : phrase("Sound"))).join(", ");
}

/**
 * Writes what a side says where only words can stand.
 * @param {HTMLElement} element
 * @param {Side} side
 */
export function say(element, side) {
    set(element, { ...side, text: wordsOf(side) });
}

/**
 * The same in another script.
 * @param {import("./types.js").Writing} writing
 */
function writingOf(writing) {
    const line = document.createElement("span");
    line.dir = "auto";
    set(line, writing);
    if (writing.made) mark(line);
    return line;
}

/**
 * Says of a text that a rule made it, by dots under it and to whoever hears it.
 * @param {HTMLElement} element
 */
function mark(element) {
    const text = document.createElement("span");
    text.className = "made";
    text.title = phrase("Made by transliteration");
    text.append(...element.childNodes);
    const remark = document.createElement("span");
    remark.className = "vh";
    remark.lang = document.documentElement.lang;
    remark.textContent = ` (${phrase("made by transliteration")})`;
    element.append(text, remark);
}

/**
 * Writes a side's text, with its readings over it where it has any; a screen reader reads the text alone.
 * @param {HTMLElement} element
 * @param {Side} side
 */
export function set(element, { text, lang, ruby, rubyMade }) {
    if (ruby && ruby.map((piece) => piece.text).join("") === text) {
        element.replaceChildren(...ruby.map((piece) => rubyOf(piece, rubyMade)));
    } else {
        element.textContent = text;
    }
    if (lang) element.lang = lang;
}

/**
 * @param {import("./types.js").RubyPiece} piece
 * @param {boolean} [isMade]
 */
function rubyOf({ text, over }, isMade) {
    if (!over) return text;
    const ruby = document.createElement("ruby");
    const reading = document.createElement("rt");
    reading.setAttribute("aria-hidden", "true");
    reading.textContent = over;
    if (isMade) ruby.dataset.made = "on";
    ruby.append(text, reading);
    return ruby;
}

/**
 * Long texts step down in size, and long words too; nothing is ever cut.
 * @param {string} text
 */
function sizeOf(text) {
    const width = widthOf(text);
    const longest = Math.max(...text.split(/\s+/).map(widthOf));
    if (width > 90) return "text";
    if (width > 26 || longest > 14) return "sentence";
    if (width > 11 || longest > 9) return "long";
    return undefined;
}

/**
 * Characters as a reader counts them; those of East Asia are twice as wide.
 * @param {string} text
 */
function widthOf(text) {
    // Most texts need no look at what their characters are; a browser takes its time to learn that.
    if (/^[\u0020-\u024f]*$/.test(text)) return text.length;
    segmenter ??= new Intl.Segmenter();
    let width = 0;
    for (const { segment } of segmenter.segment(text)) {
        width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(segment) ? 2 : 1;
    }
    return width;
}
/** @type {Intl.Segmenter | undefined} */
let segmenter;
