// One card on the table: what it shows, and how it turns.

import { Finder } from "./guess-map.js";
import { joinFaces, languageOf, mediaOf, writeFaces } from "./face.js";
import { HtmlSide } from "./htmlside.js";
import { isStill, turning } from "./motion.js";
import { Movable } from "./movable.js";
import { copy, part, setAway } from "./page.js";
import { play, playOnPress } from "./player.js";
import { canSay, speak } from "./speech.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */

/** A card; its element is the scene that is dragged, with the card that turns inside. */
export class Card extends Movable {
    dealt;
    index;
    /** Whether the answer has been shown at any time. */
    wasRevealed = false;

    #card = part(this.element, ".card");
    #front = part(this.element, ".face.front");
    #back = part(this.element, ".face.back");
    /** @type {HTMLElement | undefined} the answer of a card that does not turn */
    #answer;
    /** @type {Animation | undefined} */
    #turning;
    /** @type {Finder | undefined} the map of a card that asks for a place */
    finder;
    /** @type {HtmlSide[]} front and back of a card that is written in HTML */
    #html = [];

    /**
     * @param {DealtCard} dealt
     * @param {number} index its number in the session
     * @param {"flip" | "reveal"} style how the answer appears
     */
    constructor(dealt, index, style) {
        super(copy("card"));
        this.dealt = dealt;
        this.index = index;
        this.flag = dealt.flag ?? 0;
        writeFaces(dealt, this.#front, this.#back);
        this.#drawHtml();
        this.#letSpeak();
        this.#letPlay();
        this.offerSpeech();
        if (dealt.map) {
            this.finder = new Finder(dealt.map);
            this.element.classList.add("finds");
            part(this.#front, ".face-in").append(this.finder.element);
        }
        // A map stays where it is.
        if (style === "reveal" || dealt.map) {
            this.#card.classList.add("reveals");
            if (this.#html[1]) part(this.#front, ".face-in").append(this.#html[1].host);
            this.#answer = joinFaces(this.#front, this.#back);
            part(this.#front, ".face-foot span").textContent = phrase("Tap to show the answer");
        }
    }

    /** The colour of its flag, 0 for none. */
    set flag(/** @type {number} */ flag) {
        this.dealt = { ...this.dealt, flag };
        this.element.dataset.flag = String(flag);
    }

    /** Whether all that it shows is there. */
    get isWritten() {
        return this.dealt.front !== undefined && this.dealt.back !== undefined;
    }

    /** The side that is up. */
    get side() {
        return this.isRevealed ? this.dealt.back : this.dealt.front;
    }

    /** Measures whether the face that is up scrolls; it keeps the vertical for itself then. */
    measure() {
        const inner = part(this.isRevealed ? this.#up : this.#front, ".face-in");
        const scrolls = inner.scrollHeight > inner.clientHeight + 1;
        this.element.classList.toggle("is-vertical", this.signs.up !== undefined && !scrolls);
    }

    /**
     * Lays the card so deep below the top; only the top one is there for a screen reader.
     * @param {number} depth
     */
    set depth(depth) {
        this.element.dataset.depth = String(depth);
        setAway(this.element, depth > 0);
    }

    get isRevealed() {
        return this.#card.dataset.side === "back";
    }

    /** What the keyboard stands on when it stands on this card. */
    get focusable() {
        return part(this.isRevealed ? this.#up : this.#front, ".face-hit");
    }

    /** The face that is up when the answer is shown. */
    get #up() {
        return this.#answer ? this.#front : this.#back;
    }

    /** Turns the card over; in mid-turn it turns back from where it is. */
    turn() {
        const hadFocus = this.element.contains(document.activeElement);
        if (!this.#answer && !isStill()) this.#spin();
        this.#card.dataset.side = this.isRevealed ? "front" : "back";
        this.wasRevealed = true;
        this.finder?.reveal();
        if (this.isRevealed) this.#html[1]?.compare();
        if (this.#answer) {
            this.#answer.hidden = !this.isRevealed;
            const hint = this.isRevealed ? phrase("Tap to hide the answer") : phrase("Tap to show the answer");
            part(this.#front, ".face-foot span").textContent = hint;
            if (this.isRevealed && !isStill()) this.#answer.animate([{ opacity: 0 }, { opacity: 1 }], 220);
        } else {
            setAway(this.#front, this.isRevealed);
            setAway(this.#back, !this.isRevealed);
        }
        if (hadFocus) this.focusable.focus({ preventScroll: true });
    }

    /** Turns in space from where it is to the other side; a thing of three dimensions until it lies flat again. */
    #spin() {
        const from = this.#turning ? angleOf(this.#card) : this.isRevealed ? 180 : 0;
        const to = this.isRevealed ? 0 : 180;
        this.#turning?.cancel();
        this.element.classList.add("is-turning");
        const turn = this.#card.animate([from, to].map((angle) => ({ transform: `rotateY(${angle}deg)` })), turning());
        this.#turning = turn;
        turn.onfinish = () => {
            this.#turning = undefined;
            this.element.classList.remove("is-turning");
        };
    }

    /** Plays the sounds of the side that is up, or has a voice say it where it has none. */
    speak() {
        if (!this.play() && !this.#html[this.isRevealed ? 1 : 0]?.say()) speak(this.side);
    }

    /** Plays the sounds of the side that is up; false where it has none. */
    play() {
        const sounds = addressesOf(this.side);
        if (sounds.length > 0) play(sounds);
        return sounds.length > 0;
    }

    /** Shows a speaker on each side that a voice of this browser can say. */
    offerSpeech() {
        for (const [button, side] of this.#speakers) button.hidden = !side || !canSay(side);
        for (const side of this.#html) side.offerSpeech();
    }

    /** Lays both sides over their faces, where they are written in HTML; the words below are for a screen reader. */
    #drawHtml() {
        const { front, back } = this.dealt;
        if (!front?.html || !back?.html) return;
        const typed = new Map();
        for (const [face, html, name] of /** @type {const} */ ([[this.#front, front.html, "of-front"], [this.#back, back.html, "of-back"]])) {
            const host = document.createElement("div");
            host.className = `html-side ${name}`;
            part(face, ".face-in").append(host);
            const side = new HtmlSide(host, html, typed);
            // What can be pressed must be found; all else is said in the words.
            if (!side.hasControls) host.setAttribute("aria-hidden", "true");
            side.ready.then(() => this.signs.up && this.measure());
            this.#html.push(side);
        }
    }

    /** @type {[HTMLElement, import("./types.js").Side | undefined][]} */
    get #speakers() {
        const { front, back } = this.dealt;
        return [[part(this.#front, ".speak"), front], [part(this.#back, ".speak"), back]];
    }

    /** Where the answer lies under the prompt, its button plays what is up. */
    #letPlay() {
        for (const [face, side] of /** @type {const} */ ([[this.#front, "front"], [this.#back, "back"]])) {
            const button = part(face, ".play");
            button.hidden = addressesOf(this.dealt[side]).length === 0;
            playOnPress(button, () => addressesOf(this.dealt[side]));
        }
    }

    #letSpeak() {
        for (const [button, side] of this.#speakers) {
            if (!side) continue;
            button.setAttribute("aria-label", side.lang ? phrase("Say it in %@", languageOf(side)) : phrase("Say it"));
            button.addEventListener("click", (event) => {
                event.stopPropagation();
                speak(this.side ?? side);
            });
        }
    }
}

/**
 * Where the sounds of a side are.
 * @param {import("./types.js").Side | undefined} side
 */
function addressesOf(side) {
    return mediaOf(side, "sound").map(({ address }) => address);
}

/**
 * How far a card is turned, in degrees from its front.
 * @param {HTMLElement} card
 */
function angleOf(card) {
    const { m11, m13 } = new DOMMatrix(getComputedStyle(card).transform);
    const angle = (Math.atan2(-m13, m11) * 180) / Math.PI;
    // Its spring carries a turn a little beyond the back.
    return angle < -90 ? angle + 360 : angle;
}
