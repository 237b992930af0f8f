// One card of the stack: what it shows, and how it turns.

import { joinFaces, languageName, mediaOf, writeFaces } from "./face.js";
import { GuessMap } from "./guess-map.js";
import { HtmlSide } from "./htmlside.js";
import { flipMotion, prefersReducedMotion } from "./motion.js";
import { Movable } from "./movable.js";
import { cloneTemplate, part, setInert } from "./page.js";
import { phrase } from "./phrases.js";
import { play, playOnPress } from "./player.js";
import { canSay, speak } from "./speech.js";

/** @typedef {import("./types.js").DealtCard} DealtCard */

/** A card. Its element is the scene that is dragged; the card inside it turns. */
export class Card extends Movable {
    dealt;
    index;
    style;
    /** Whether the answer has ever been shown. */
    wasRevealed = false;

    #card = part(this.element, ".card");
    #front = part(this.element, ".face.front");
    #back = part(this.element, ".face.back");
    /** @type {HTMLElement | undefined} the answer of a card that does not turn */
    #answer;
    /** @type {Animation | undefined} */
    #turning;
    /** @type {GuessMap | undefined} the map of a card that asks for a place */
    guessMap;
    /** @type {HtmlSide[]} front and back of a card written in HTML */
    #html = [];

    /**
     * @param {DealtCard} dealt
     * @param {number} index its index in the session
     * @param {"flip" | "reveal" | "introduce"} style how the answer appears; "introduce" shows it at once
     */
    constructor(dealt, index, style) {
        super(cloneTemplate("card"));
        this.dealt = dealt;
        this.index = index;
        this.style = style;
        this.flag = dealt.flag ?? 0;
        writeFaces(dealt, this.#front, this.#back);
        this.#addHtmlSides();
        this.#connectSpeakers();
        this.#connectPlayers();
        this.offerSpeech();
        if (dealt.map) {
            this.guessMap = new GuessMap(dealt.map);
            this.element.classList.add("finds");
            part(this.#front, ".face-in").append(this.guessMap.element);
        }
        // A card with a map does not turn, so that the map stays where it is.
        if (style === "reveal" || dealt.map || (this.isIntroduction && this.#html.length === 0)) {
            this.#card.classList.add("reveals");
            if (this.#html[1]) part(this.#front, ".face-in").append(this.#html[1].host);
            this.#answer = joinFaces(this.#front, this.#back);
            part(this.#front, ".face-foot span").textContent = phrase("Show the answer");
        }
        if (this.isIntroduction) this.#introduce();
    }

    /** Whether it shows a new card with its answer, before it is asked. */
    get isIntroduction() {
        return this.style === "introduce";
    }

    /** Shows the answer from the beginning: under the prompt, or the back of a card in HTML, which repeats its front. */
    #introduce() {
        this.#card.dataset.side = "back";
        this.element.classList.add("introduces");
        if (this.#answer) this.#answer.hidden = false;
        else {
            setInert(this.#front, true);
            setInert(this.#back, false);
        }
    }

    /** The colour of its flag, 0 for none. */
    set flag(/** @type {number} */ flag) {
        this.dealt = { ...this.dealt, flag };
        this.element.dataset.flag = String(flag);
    }

    /** Whether both sides have been fetched. */
    get isLoaded() {
        return this.dealt.front !== undefined && this.dealt.back !== undefined;
    }

    /** The visible side. */
    get side() {
        return this.isRevealed ? this.dealt.back : this.dealt.front;
    }

    /** Checks whether the visible face scrolls; if so, vertical drags scroll instead of moving the card. */
    measure() {
        this.element.classList.toggle("is-vertical", this.swipeLabels.up !== undefined && !this.#scrolls);
    }

    get #scroller() {
        return part(this.isRevealed ? this.#visibleFace : this.#front, ".face-in");
    }

    get #scrolls() {
        const { scrollHeight, clientHeight } = this.#scroller;
        return scrollHeight > clientHeight + 1;
    }

    /**
     * Scrolls the visible face by a share of its height; false if it does not scroll.
     * @param {number} share
     */
    scroll(share) {
        if (!this.#scrolls) return false;
        this.#scroller.scrollBy({ top: share * this.#scroller.clientHeight });
        return true;
    }

    /**
     * The depth of the card below the top; only the top card is exposed to screen readers.
     * @param {number} depth
     */
    set depth(depth) {
        this.element.dataset.depth = String(depth);
        setInert(this.element, depth > 0);
    }

    get isRevealed() {
        return this.#card.dataset.side === "back";
    }

    /** The element that has the focus when the card has it. */
    get focusable() {
        return part(this.isRevealed ? this.#visibleFace : this.#front, ".face-hit");
    }

    /** The visible face while the answer is shown. */
    get #visibleFace() {
        return this.#answer ? this.#front : this.#back;
    }

    /** Turns the card over; in mid-turn it turns back from where it is. */
    turn() {
        const hadFocus = this.element.contains(document.activeElement);
        if (!this.#answer && !prefersReducedMotion()) this.#animateTurn();
        this.#card.dataset.side = this.isRevealed ? "front" : "back";
        this.wasRevealed = true;
        this.guessMap?.reveal();
        if (this.isRevealed) this.#html[1]?.compare();
        if (this.#answer) {
            this.#answer.hidden = !this.isRevealed;
            const hint = this.isRevealed ? phrase("Hide the answer") : phrase("Show the answer");
            part(this.#front, ".face-foot span").textContent = hint;
            if (this.isRevealed && !prefersReducedMotion()) this.#answer.animate([{ opacity: 0 }, { opacity: 1 }], 220);
        } else {
            setInert(this.#front, this.isRevealed);
            setInert(this.#back, !this.isRevealed);
        }
        if (hadFocus) this.focusable.focus({ preventScroll: true });
    }

    /** Animates the turn in three dimensions, from the current angle to the other side. */
    #animateTurn() {
        const from = this.#turning ? angleOf(this.#card) : this.isRevealed ? 180 : 0;
        const to = this.isRevealed ? 0 : 180;
        this.#turning?.cancel();
        this.element.classList.add("is-turning");
        const turn = this.#card.animate([from, to].map((angle) => ({ transform: `rotateY(${angle}deg)` })), flipMotion());
        this.#turning = turn;
        turn.onfinish = () => {
            this.#turning = undefined;
            this.element.classList.remove("is-turning");
        };
    }

    /** Plays the sounds of the visible side, or has a voice read it if it has none. */
    speak() {
        if (!this.play() && !this.#html[this.isRevealed ? 1 : 0]?.say()) speak(this.side);
    }

    /** Plays the sounds of the visible side; false if it has none. */
    play() {
        const sounds = addressesOf(this.side);
        if (sounds.length > 0) play(sounds);
        return sounds.length > 0;
    }

    /** Shows the speak button on each side that a voice of this browser can read. */
    offerSpeech() {
        for (const [button, side] of this.#speakers) button.hidden = !side || !canSay(side);
        for (const side of this.#html) side.offerSpeech();
    }

    /** Adds the HTML sides over their faces; the plain text below them is for screen readers. */
    #addHtmlSides() {
        const { front, back } = this.dealt;
        if (!front?.html || !back?.html) return;
        const typed = new Map();
        for (const [face, html, name] of /** @type {const} */ ([[this.#front, front.html, "of-front"], [this.#back, back.html, "of-back"]])) {
            const host = document.createElement("div");
            host.className = `html-side ${name}`;
            part(face, ".face-in").append(host);
            const side = new HtmlSide(host, html, typed);
            // Controls must be reachable; everything else is in the plain text.
            if (!side.hasControls) host.setAttribute("aria-hidden", "true");
            side.ready.then(() => this.swipeLabels.up && this.measure());
            this.#html.push(side);
        }
    }

    /** @type {[HTMLElement, import("./types.js").Side | undefined][]} */
    get #speakers() {
        const { front, back } = this.dealt;
        return [[part(this.#front, ".speak"), front], [part(this.#back, ".speak"), back]];
    }

    /** With the answer under the prompt, the button of the front plays whichever side is visible. */
    #connectPlayers() {
        for (const [face, side] of /** @type {const} */ ([[this.#front, "front"], [this.#back, "back"]])) {
            const button = part(face, ".play");
            button.hidden = addressesOf(this.dealt[side]).length === 0;
            playOnPress(button, () => addressesOf(this.dealt[side]));
        }
    }

    #connectSpeakers() {
        for (const [button, side] of this.#speakers) {
            if (!side) continue;
            button.setAttribute("aria-label", side.lang ? phrase("Play pronunciation in %@", languageName(side)) : phrase("Play pronunciation"));
            button.addEventListener("click", (event) => {
                event.stopPropagation();
                speak(this.side ?? side);
            });
        }
    }
}

/**
 * The addresses of a side's sounds.
 * @param {import("./types.js").Side | undefined} side
 */
function addressesOf(side) {
    return mediaOf(side, "sound").map(({ address }) => address);
}

/**
 * The angle by which a card is turned, in degrees from its front.
 * @param {HTMLElement} card
 */
function angleOf(card) {
    const { m11, m13 } = new DOMMatrix(getComputedStyle(card).transform);
    const angle = (Math.atan2(-m13, m11) * 180) / Math.PI;
    // The spring carries a turn a little beyond the back.
    return angle < -90 ? angle + 360 : angle;
}
