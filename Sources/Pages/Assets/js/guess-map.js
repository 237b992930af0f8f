// A card that asks for a place: it is tapped on a map, or chosen among four pins, and the distance says what that is worth.

import { copy, data, part } from "./page.js";
import { figure, phrase, tenths } from "./phrases.js";

/** @typedef {import("./types.js").MapQuestion} MapQuestion */
/** @typedef {import("./types.js").Point} Point */
/**
 * Where somebody says that the place is: on the map, or by one of the pins.
 * @typedef {{at: Point, choice?: number}} Guess
 */

/** The map of one card; whoever shows the card hears of a guess by the event `find` on its element. */
export class Finder {
    element = copy("finding");
    #question;
    #chart = part(this.element, ".chart");
    #found = part(this.element, ".found");
    #ask = part(this.element, ".four-ask");
    #pins = part(this.element, ".four-pins");
    /** @type {Promise<import("./pages/chart.js").Chart> | undefined} */
    #map;
    #isOver = false;

    /** @param {MapQuestion} question */
    constructor(question) {
        this.#question = question;
        // What is done on the map is not done to the card. Leaflet follows a finger further up, on the document.
        for (const kind of ["pointerdown", "click", "contextmenu"]) {
            this.element.addEventListener(kind, (event) => event.stopPropagation());
        }
        this.#ask.hidden = question.choices.length < 2;
        this.#ask.addEventListener("click", () => this.offer());
        new IntersectionObserver((entries, observer) => {
            if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
            observer.disconnect();
            this.#open();
        }).observe(this.#chart);
    }

    /** Loads the map, which most sessions have no use for. */
    #open() {
        this.#map ??= import(new URL("chart.js", import.meta.url).href).then(({ Chart }) => {
            const chart = new Chart(this.#chart, {
                label: phrase("Map: tap where it is"),
                zoomIn: phrase("Zoom in"),
                zoomOut: phrase("Zoom out"),
                corners: this.#question.corners,
                tap: (/** @type {Point} */ at) => this.#guess({ at }),
            });
            chart.show(data("map-sources").sources, part(this.element, ".credit"));
            return chart;
        });
        this.#map.catch((error) => console.error(error));
        return this.#map;
    }

    /** Lays out the pins to choose among; false where that was done before, or there are none. */
    offer() {
        const { choices } = this.#question;
        if (this.#isOver || choices.length < 2 || !this.#pins.hidden) return false;
        this.#ask.hidden = true;
        this.#pins.hidden = false;
        this.#pins.replaceChildren(...choices.map(({ words }, choice) => {
            const button = document.createElement("button");
            button.type = "button";
            button.className = "btn";
            const number = document.createElement("b");
            number.textContent = String(choice + 1);
            const where = document.createElement("bdi");
            where.dir = "ltr";
            where.textContent = words;
            button.append(number, " ", where);
            button.addEventListener("click", () => this.choose(choice));
            return button;
        }));
        /** @type {HTMLElement} */ (this.#pins.firstElementChild).focus({ preventScroll: true });
        this.#map?.then((map) => map.offer(choices.map(({ at }) => at), (/** @type {number} */ choice) => this.choose(choice)));
        return true;
    }

    /** Whether there are pins to choose among. */
    get isOffered() {
        return !this.#pins.hidden;
    }

    /** @param {number} choice */
    choose(choice) {
        const chosen = this.#question.choices[choice];
        if (chosen) this.#guess({ at: chosen.at, choice });
    }

    /** @param {Guess} guess */
    #guess(guess) {
        if (this.#isOver) return;
        this.element.dispatchEvent(new CustomEvent("guess", { bubbles: true, detail: guess }));
    }

    /**
     * Says how near a guess came, and what the rule makes of it.
     * @param {Guess} guess
     * @param {number} distance in metres
     * @param {string} worth the word for its grade
     * @param {number} reach how far away a tap would have been good
     */
    tell({ at, choice }, distance, worth, reach) {
        this.#isOver = true;
        this.#ask.hidden = true;
        for (const [n, button] of [...this.#pins.children].entries()) {
            button.setAttribute("aria-disabled", "true");
            button.classList.toggle("is-right", n === this.#question.right);
            button.classList.toggle("is-wrong", n === choice && n !== this.#question.right);
        }
        this.#found.textContent =
            choice === undefined
                ? phrase("%@ away: %@. Good is within %@.", length(distance), worth, length(reach))
                : phrase("%@ away: %@.", length(distance), worth);
        this.#map?.then((map) => map.reveal(this.#question.at, at));
    }

    /** Shows where it is, for whoever has not tried. */
    reveal() {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#ask.hidden = true;
        this.#map?.then((map) => map.reveal(this.#question.at));
    }
}

/**
 * A length as one would say it: 40 m, 1.2 km, 350 km.
 * @param {number} metres
 */
export function length(metres) {
    if (metres < 1000) return phrase("%lld m", Math.round(metres));
    const kilometres = metres / 1000;
    return phrase("%@ km", kilometres < 10 ? tenths(kilometres) : figure(Math.round(kilometres)));
}
