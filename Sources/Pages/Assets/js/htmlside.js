// A side of a card that is written in HTML, as its author wants it to look.
//
// The server has cleaned it; here elements are made of it one by one, in a shadow of their own, where its sheets hold
// and nothing else of the page is within their reach.

import { drawShapes } from "./occlusion.js";
import { playOnPress } from "./player.js";
import { canSay, speak } from "./speech.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Html} Html */
/** @typedef {import("./types.js").HtmlNode} HtmlNode */
/** @typedef {import("./typing.js").Stretch} Stretch */
/** @typedef {(typed: string, expected: string, marksCount: boolean) => Stretch[]} Compare */

/** @type {Compare | undefined} */
let compare;

/**
 * Lets sides say where an answer that was typed differs; without that they show the right one alone.
 * @param {Compare} way
 */
export function compareWith(way) {
    compare = way;
}

const ours = new URL("../css/htmlside.css", import.meta.url).href;
const controls = "a, button, input, summary";

/** One side; its host is an element of the page that is empty, or holds what stands there for whoever has no script. */
export class HtmlSide {
    host;
    /** Is kept when its sheets are there, and it has its size. */
    ready;
    #root = document.createElement("div");
    #card = document.createElement("div");
    /** @type {{button: HTMLElement, text: string, lang: string}[]} texts for a voice */
    #voices = [];
    /** @type {Record<string, string>[]} what hides parts of the picture */
    #shapes = [];
    /** @type {{element: HTMLElement, field: string, answer: string, isLoose: boolean}[]} where answers are compared */
    #answers = [];
    #typed;

    /**
     * @param {HTMLElement} host
     * @param {Html} html
     * @param {Map<string, string>} typed what was typed on the front, by field
     */
    constructor(host, html, typed = new Map()) {
        this.host = host;
        this.#typed = typed;
        const shadow = host.attachShadow({ mode: "open" });
        const dark = isDark() ? ["nightMode", "night_mode", "night-mode"] : [];
        const mobile = matchMedia("(pointer: coarse)").matches ? ["mobile"] : [];
        this.#root.classList.add("anki-html", ...dark, ...mobile);
        this.#card.classList.add("card", `card${html.number}`, ...dark);
        const inner = document.createElement("div");
        inner.id = "qa";
        inner.append(...html.nodes.map((node) => this.#make(node)));
        this.#card.append(inner);
        this.#root.append(this.#card);
        drawShapes(this.#card, this.#shapes);
        // Until its sheets are there nobody need see what it looks like without.
        this.#root.style.visibility = "hidden";
        const links = [ours, ...(html.sheet ? [html.sheet] : [])].map(linkTo);
        shadow.append(...links, this.#root);
        shadow.adoptedStyleSheets = (html.sheets ?? []).map(sheetOf);
        this.ready = Promise.all(links.map(loaded)).then(() => {
            this.#root.style.visibility = "";
            this.#takePaper();
        });
        // What a control wants is not for the card below it.
        for (const event of ["click", "keydown"]) {
            this.#root.addEventListener(event, (event) => this.#hold(event));
        }
    }

    /** Whether something on it can be pressed or written in; a screen reader has to get there then. */
    get hasControls() {
        return this.#card.querySelector(controls) !== null;
    }

    /** Shows a speaker at each text that a voice of this browser can say. */
    offerSpeech() {
        for (const { button, ...side } of this.#voices) button.hidden = !canSay(side);
    }

    /** Has a voice say what is for one; false where nothing is. */
    say() {
        const side = this.#voices.find(({ button }) => !button.hidden);
        if (side) speak(side);
        return side !== undefined;
    }

    /** Compares what was typed on the front with what is right. */
    compare() {
        for (const { element, field, answer, isLoose } of this.#answers) {
            const typed = this.#typed.get(field)?.trim() ?? "";
            const stretches = typed && compare ? compare(typed, answer, !isLoose) : [];
            element.replaceChildren(...(stretches.length > 0 ? compared(stretches) : [document.createTextNode(answer)]));
        }
    }

    /** @param {Event} event */
    #hold(event) {
        const target = /** @type {Element} */ (event.composedPath()[0]);
        const control = target instanceof Element ? target.closest(controls) : null;
        if (!control || (event instanceof KeyboardEvent && event.key === "Escape")) return;
        event.stopPropagation();
        // What was typed is done: the card turns as if it had been tapped.
        if (event instanceof KeyboardEvent && event.key === "Enter" && control.matches("input") && !event.isComposing) {
            event.preventDefault();
            this.host.click();
        }
    }

    /** Gives the face below the colour of the card that its author chose. */
    #takePaper() {
        const face = this.host.closest(".face");
        if (!(face instanceof HTMLElement)) return;
        const paper = getComputedStyle(this.#card).backgroundColor;
        const [red, green, blue, alpha = 1] = (paper.match(/[\d.]+/g) ?? []).map(Number);
        if (!paper.startsWith("rgb") || alpha < 0.5) return;
        face.style.setProperty("--paper", paper);
        face.style.colorScheme = 0.299 * red + 0.587 * green + 0.114 * blue > 128 ? "light" : "dark";
    }

    // MARK: - Elements

    /**
     * @param {HtmlNode} node
     * @returns {Node}
     */
    #make(node) {
        if (typeof node === "string") return document.createTextNode(node);
        const [name, attributes, ...children] = node;
        switch (name) {
        case "omena-hint": return this.#hint(attributes.label ?? "", children);
        case "omena-sound": return sound(attributes);
        case "omena-tts": return this.#voice(attributes);
        case "omena-type": return this.#answer(attributes);
        case "omena-shape":
            this.#shapes.push(attributes);
            return document.createTextNode("");
        }
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) {
            if (key === "style") element.style.cssText = value;
            else element.setAttribute(key, value);
        }
        if (element instanceof HTMLAnchorElement) {
            element.target = "_blank";
            element.rel = "noopener noreferrer";
        } else if (element instanceof HTMLImageElement) {
            element.draggable = false;
            element.decoding = "async";
            element.alt ||= phrase("Picture");
        }
        element.append(...children.map((child) => this.#make(child)));
        return element;
    }

    /**
     * @param {string} label
     * @param {HtmlNode[]} children
     */
    #hint(label, children) {
        const hint = document.createElement("div");
        hint.className = "hint";
        hint.append(...children.map((child) => this.#make(child)));
        hint.hidden = true;
        const button = press("hint-button", phrase("Show %@", label));
        button.textContent = phrase("Show %@", label);
        button.addEventListener("click", () => {
            hint.hidden = false;
            button.remove();
        });
        const all = document.createDocumentFragment();
        all.append(button, hint);
        return all;
    }

    /** @param {Record<string, string>} attributes */
    #voice({ tag = "", text = "" }) {
        const button = press("speak-button", phrase("Say it"));
        const side = { text, lang: tag.replaceAll("_", "-") };
        button.hidden = true;
        button.addEventListener("click", () => speak(side));
        this.#voices.push({ button, ...side });
        return button;
    }

    /** @param {Record<string, string>} attributes */
    #answer({ field = "", answer, loose }) {
        if (answer !== undefined) {
            const element = document.createElement("div");
            element.id = "typeans";
            element.textContent = answer;
            this.#answers.push({ element, field, answer, isLoose: loose === "on" });
            return element;
        }
        const input = document.createElement("input");
        input.id = "typeans";
        input.autocomplete = "off";
        input.autocapitalize = "off";
        input.spellcheck = false;
        input.setAttribute("aria-label", phrase("Your answer"));
        input.addEventListener("input", () => this.#typed.set(field, input.value));
        return input;
    }
}

/** @param {Record<string, string>} attributes */
function sound({ src = "", label = "" }) {
    const button = press("replay-button", `${phrase("Play")}: ${label}`);
    playOnPress(button, () => [src]);
    return button;
}

/**
 * A button with a sign on it that the sheet draws.
 * @param {string} kind
 * @param {string} name
 */
function press(kind, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    button.setAttribute("aria-label", name);
    return button;
}

/**
 * What was typed over what is right, as Anki's sheets know them.
 * @param {Stretch[]} stretches
 */
function compared(stretches) {
    const [typed, expected] = [document.createElement("div"), document.createElement("div")];
    for (const { kind, typed: given, expected: right } of stretches) {
        const isSame = kind === "same" || kind === "ignored";
        const isMissing = kind === "missing";
        if (given) typed.append(marked(isSame ? "typeGood" : "typeBad", given));
        if (right) expected.append(marked(isSame ? "typeGood" : isMissing ? "typeMissed" : "typeBad", right));
    }
    const isRight = stretches.every(({ kind }) => kind === "same" || kind === "ignored");
    return isRight ? [expected] : [typed, expected];
}

/**
 * @param {string} kind
 * @param {string} text
 */
function marked(kind, text) {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    return span;
}

/** @param {string} address */
function linkTo(address) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    return link;
}

/** @param {HTMLLinkElement} link */
function loaded(link) {
    return new Promise((resolve) => {
        for (const event of ["load", "error"]) link.addEventListener(event, resolve, { once: true });
    });
}

/** @param {string} css */
function sheetOf(css) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
}

/** Whether the page is dark, by the learner's choice or the system's. */
function isDark() {
    const { theme } = document.documentElement.dataset;
    return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/**
 * Draws the sides that the server wrote into a page as samples.
 * @param {ParentNode} root
 */
export function drawSamples(root) {
    for (const sample of root.querySelectorAll(".plain-side[data-html]")) {
        if (!(sample instanceof HTMLElement) || sample.shadowRoot) continue;
        new HtmlSide(sample, JSON.parse(sample.dataset.html ?? ""));
    }
}
