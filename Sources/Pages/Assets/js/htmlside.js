// A side of a card written in HTML, as its author wants it to look.
//
// The server has cleaned it. Its elements are created one by one in a shadow root, where its style sheets apply and
// can reach nothing else on the page.

import { isComposing } from "./composition.js";
import { drawShapes } from "./occlusion.js";
import { phrase } from "./phrases.js";
import { playOnPress } from "./player.js";
import { canSay, speak } from "./speech.js";
import { sizeClass } from "./text-size.js";

/** @typedef {import("./types.js").Html} Html */
/** @typedef {import("./types.js").HtmlNode} HtmlNode */
/** @typedef {import("./typing.js").Stretch} Stretch */
/** @typedef {(typed: string, expected: string, marksCount: boolean) => Stretch[]} Compare */

/** @type {Compare | undefined} */
let compare;

/**
 * Sets how typed answers are compared; without that, sides show only the correct answer.
 * @param {Compare} way
 */
export function setComparison(way) {
    compare = way;
}

const styleAddress = new URL("../css/htmlside.css", import.meta.url).href;
const controls = "a, button, input, summary";

/** One side; its host is an empty element, or one whose content is for browsers without scripts. */
export class HtmlSide {
    host;
    /** Resolves when its style sheets are loaded and it has its size. */
    ready;
    #root = document.createElement("div");
    #card = document.createElement("div");
    /** @type {{button: HTMLElement, text: string, lang: string}[]} texts for a voice */
    #voices = [];
    /** @type {Record<string, string>[]} shapes that hide parts of the picture */
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
        inner.append(...html.nodes.map((node) => this.#build(node)));
        this.#card.append(inner);
        this.#root.append(this.#card);
        drawShapes(this.#card, this.#shapes);
        // Where no author chose a look, the text has the look of all other cards.
        const hasLook = html.sheet || html.sheets?.some(Boolean) || inner.querySelector("[style], font, table");
        if (!hasLook) this.#card.classList.add("plain", sizeClass((inner.textContent ?? "").trim()) ?? "short");
        // Hidden until its style sheets are loaded.
        this.#root.style.visibility = "hidden";
        const links = [styleAddress, ...(html.sheet ? [html.sheet] : [])].map(sheetLink);
        shadow.append(...links, this.#root);
        shadow.adoptedStyleSheets = (html.sheets ?? []).map(constructedSheet);
        this.ready = Promise.all(links.map(loaded)).then(() => {
            this.#root.style.visibility = "";
            this.#copyBackground();
        });
        // Events on a control must not reach the card.
        for (const event of ["click", "keydown"]) {
            this.#root.addEventListener(event, (event) => this.#handleControlEvent(event));
        }
    }

    /** Whether it has controls; screen readers must be able to reach them. */
    get hasControls() {
        return this.#card.querySelector(controls) !== null;
    }

    /** Shows a speak button at each text that a voice of this browser can read. */
    offerSpeech() {
        for (const { button, ...side } of this.#voices) button.hidden = !canSay(side);
    }

    /** Has a voice read the first text meant for one; false if there is none. */
    say() {
        const side = this.#voices.find(({ button }) => !button.hidden);
        if (side) speak(side);
        return side !== undefined;
    }

    /** Compares what was typed on the front with the correct answer. */
    compare() {
        for (const { element, field, answer, isLoose } of this.#answers) {
            const typed = this.#typed.get(field)?.trim() ?? "";
            const stretches = typed && compare ? compare(typed, answer, !isLoose) : [];
            element.replaceChildren(...(stretches.length > 0 ? comparison(stretches) : [document.createTextNode(answer)]));
        }
    }

    /** @param {Event} event */
    #handleControlEvent(event) {
        const target = /** @type {Element} */ (event.composedPath()[0]);
        const control = target instanceof Element ? target.closest(controls) : null;
        if (!control || (event instanceof KeyboardEvent && event.key === "Escape")) return;
        event.stopPropagation();
        // Enter turns the card as a tap would.
        if (event instanceof KeyboardEvent && event.key === "Enter" && control.matches("input") && !isComposing(event)) {
            event.preventDefault();
            this.host.click();
        }
    }

    /** Gives the face the background colour that the author chose for the card. */
    #copyBackground() {
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
    #build(node) {
        if (typeof node === "string") return document.createTextNode(node);
        const [name, attributes, ...children] = node;
        switch (name) {
        case "omena-hint": return this.#hint(attributes.label ?? "", children);
        case "omena-sound": return soundButton(attributes);
        case "omena-tts": return this.#speakButton(attributes);
        case "omena-type": return this.#answerElement(attributes);
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
        element.append(...children.map((child) => this.#build(child)));
        return element;
    }

    /**
     * @param {string} label
     * @param {HtmlNode[]} children
     */
    #hint(label, children) {
        const hint = document.createElement("div");
        hint.className = "hint";
        hint.append(...children.map((child) => this.#build(child)));
        hint.hidden = true;
        const button = iconButton("hint-button", phrase("Show %@", label));
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
    #speakButton({ tag = "", text = "" }) {
        const button = iconButton("speak-button", phrase("Play pronunciation"));
        const side = { text, lang: tag.replaceAll("_", "-") };
        button.hidden = true;
        button.addEventListener("click", () => speak(side));
        this.#voices.push({ button, ...side });
        return button;
    }

    /** @param {Record<string, string>} attributes */
    #answerElement({ field = "", answer, loose }) {
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
function soundButton({ src = "", label = "" }) {
    const button = iconButton("replay-button", `${phrase("Play")}: ${label}`);
    playOnPress(button, () => [src]);
    return button;
}

/**
 * A button with an icon from the style sheet.
 * @param {string} kind
 * @param {string} name
 */
function iconButton(kind, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    button.setAttribute("aria-label", name);
    return button;
}

/**
 * The typed answer above the correct one, with the classes that Anki's style sheets know.
 * @param {Stretch[]} stretches
 */
function comparison(stretches) {
    const [typed, expected] = [document.createElement("div"), document.createElement("div")];
    for (const { kind, typed: given, expected: right } of stretches) {
        const isSame = kind === "same" || kind === "ignored";
        const isMissing = kind === "missing";
        if (given) typed.append(span(isSame ? "typeGood" : "typeBad", given));
        if (right) expected.append(span(isSame ? "typeGood" : isMissing ? "typeMissed" : "typeBad", right));
    }
    const isRight = stretches.every(({ kind }) => kind === "same" || kind === "ignored");
    return isRight ? [expected] : [typed, expected];
}

/**
 * @param {string} kind
 * @param {string} text
 */
function span(kind, text) {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    return span;
}

/** @param {string} address */
function sheetLink(address) {
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
function constructedSheet(css) {
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
 * Shows the sample sides that the server wrote into a page.
 * @param {ParentNode} root
 */
export function showSamples(root) {
    for (const sample of root.querySelectorAll(".plain-side[data-html]")) {
        if (!(sample instanceof HTMLElement) || sample.shadowRoot) continue;
        new HtmlSide(sample, JSON.parse(sample.dataset.html ?? ""));
    }
}
