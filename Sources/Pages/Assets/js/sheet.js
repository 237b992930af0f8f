// Shows a card that can be turned; over the list, in a sheet that moves from row to row.

import { Card } from "./card.js";
import { announce, element, part } from "./page.js";
import { whenVoicesLoad } from "./speech.js";

/**
 * Replaces the two sides that the server wrote with a card that turns.
 * @param {ParentNode} root
 */
export function showCard(root) {
    const stage = part(root, "#sides");
    const [front, back] = [.../** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll(".plain-side"))].map((side) => ({
        text: side.dataset.text ?? "",
        lang: side.lang || undefined,
        language: side.dataset.language,
        own: side.dataset.own,
        say: side.dataset.say,
        made: "made" in side.dataset,
        ruby: rubyOf(side),
        rubyMade: "rubyMade" in side.dataset,
        media: [...side.querySelectorAll("[data-kind]")].map(mediumOf),
        html: side.dataset.html ? JSON.parse(side.dataset.html) : undefined,
    }));
    const style = stage.dataset.style === "reveal" ? "reveal" : "flip";
    const card = new Card({ note: "", face: "", front, back }, 0, style);
    card.depth = 0;
    card.element.addEventListener("click", () => card.turn());
    whenVoicesLoad(() => card.offerSpeech());
    stage.replaceChildren(card.element);
    root.querySelector("#face")?.addEventListener("change", () => {
        /** @type {HTMLFormElement} */ (part(root, "#questions")).requestSubmit();
    });
}

/**
 * The readings in a text that the server wrote.
 * @param {HTMLElement} side
 */
function rubyOf(side) {
    if (!side.querySelector("ruby")) return undefined;
    const nodes = [...part(side, "ruby").parentNode?.childNodes ?? []];
    return nodes.filter((node) => node.nodeName === "RUBY" || node.nodeName === "#text").map((node) => ({
        text: node.nodeName === "RUBY" ? node.firstChild?.textContent ?? "" : node.textContent ?? "",
        over: node.nodeName === "RUBY" ? node.lastChild?.textContent ?? undefined : undefined,
    }));
}

/**
 * A picture or sound that the server wrote.
 * @param {Element} element
 * @returns {import("./types.js").Medium}
 */
function mediumOf(element) {
    const address = element.getAttribute("src") ?? "";
    return element instanceof HTMLImageElement
        ? { kind: "picture", address, words: element.alt }
        : { kind: "sound", address, words: element.getAttribute("aria-label") ?? "" };
}

/** The sheet over the list. It has its own address, and the back button closes it. */
export class Sheet {
    #dialog = /** @type {HTMLDialogElement} */ (element("sheet"));
    /** @type {HTMLElement | undefined} */
    #row;
    /** @type {AbortController | undefined} */
    #request;

    constructor() {
        this.#dialog.addEventListener("close", () => {
            this.#request?.abort();
            if (history.state?.isSheet) history.back();
            const link = this.#row?.isConnected ? this.#row.querySelector("a.open-card") : document.getElementById("add");
            if (link instanceof HTMLElement) link.focus();
            this.#dialog.replaceChildren();
        });
        this.#dialog.addEventListener("click", (event) => {
            const target = /** @type {HTMLElement} */ (event.target);
            // The sheet fills its dialog: a click on the dialog itself is outside the sheet.
            if (target !== this.#dialog && !target.closest("#close")) return;
            event.preventDefault();
            this.close();
        });
        this.#dialog.addEventListener("submit", (event) => {
            const form = /** @type {HTMLFormElement} */ (event.target);
            if (form.id !== "questions") return;
            event.preventDefault();
            const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
            this.#load(`${form.action}?${fields}`, "#face");
        });
        this.#dialog.addEventListener("keydown", (event) => {
            if (/** @type {HTMLElement} */ (event.target).matches("select, input")) return;
            if (event.key === "ArrowLeft") this.#showNeighbour("previousElementSibling");
            else if (event.key === "ArrowRight") this.#showNeighbour("nextElementSibling");
        });
        addEventListener("popstate", () => {
            if (this.isOpen && !history.state?.isSheet) this.#dialog.close();
            else if (history.state?.isSheet) location.reload();
        });
    }

    get isOpen() {
        return this.#dialog.open;
    }

    /**
     * Opens the card of a row.
     * @param {HTMLElement} row
     */
    async open(row) {
        this.#row = row;
        const { href } = /** @type {HTMLAnchorElement} */ (part(row, "a.open-card"));
        await this.#load(href);
    }

    close() {
        if (this.isOpen) this.#dialog.close();
    }

    /** @param {"previousElementSibling" | "nextElementSibling"} way */
    #showNeighbour(way) {
        const next = this.#row?.[way];
        if (!(next instanceof HTMLElement)) return;
        next.scrollIntoView({ block: "nearest" });
        this.open(next);
    }

    /**
     * @param {string} address
     * @param {string} [focused] the element to focus, if not the card
     */
    async #load(address, focused) {
        this.#request?.abort();
        this.#request = new AbortController();
        try {
            const response = await fetch(address, { signal: this.#request.signal, headers: { Accept: "text/html" } });
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            if (!page.getElementById("sheet-content")) return announce(page.querySelector("main p")?.textContent ?? "");
            this.#dialog.replaceChildren(document.importNode(part(page, "#sheet-content"), true));
        } catch {
            return;
        }
        showCard(this.#dialog);
        for (const [id, way] of /** @type {const} */ ([["earlier", "previousElementSibling"], ["later", "nextElementSibling"]])) {
            const button = /** @type {HTMLButtonElement} */ (element(id));
            button.hidden = false;
            button.disabled = !this.#row?.[way];
            button.addEventListener("click", () => this.#showNeighbour(way));
        }
        if (this.isOpen) history.replaceState({ isSheet: true }, "", address);
        else {
            history.pushState({ isSheet: true }, "", address);
            this.#dialog.showModal();
        }
        part(this.#dialog, focused ?? ".face.front .face-hit").focus({ preventScroll: true });
    }
}
