// The map of a card that asks for a place: the learner taps on it or chooses one of some pins, and the distance gives
// the grade.

import { cloneTemplate, data, part } from "./page.js";
import { formatNumber, formatTenths, phrase } from "./phrases.js";

/** @typedef {import("./types.js").MapQuestion} MapQuestion */
/** @typedef {import("./types.js").Point} Point */
/**
 * Where the learner says that the place is: a point on the map, or one of the pins.
 * @typedef {{at: Point, choice?: number}} Guess
 */

/** The map of one card; it dispatches a guess as a `guess` event on its element. */
export class GuessMap {
    element = cloneTemplate("finding");
    #question;
    #chart = part(this.element, ".chart");
    #result = part(this.element, ".found");
    #offerButton = part(this.element, ".four-ask");
    #pins = part(this.element, ".four-pins");
    /** @type {Promise<import("./pages/chart.js").Chart> | undefined} */
    #map;
    #isOver = false;
    #scale;
    #hint = matchMedia("(hover: hover) and (pointer: fine)").matches ? phrase("Click where it is") : phrase("Tap where it is");

    /** @param {MapQuestion} question */
    constructor(question) {
        this.#question = question;
        this.#scale = question.scale;
        this.#result.textContent = this.#hint;
        // Events on the map must not reach the card. Leaflet follows pointers on the document.
        for (const kind of ["pointerdown", "click", "contextmenu"]) {
            this.element.addEventListener(kind, (event) => event.stopPropagation());
        }
        this.#offerButton.hidden = question.choices.length < 2;
        this.#offerButton.textContent = phrase("Choose from %lld pins", question.choices.length);
        this.#offerButton.addEventListener("click", () => this.offerChoices());
        new IntersectionObserver((entries, observer) => {
            if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
            observer.disconnect();
            this.#open();
        }).observe(this.#chart);
    }

    /** Loads the map code, which most sessions do not need. */
    #open() {
        this.#map ??= import(new URL("chart.js", import.meta.url).href).then(({ Chart }) => {
            const chart = new Chart(this.#chart, {
                label: this.#hint,
                worldCredit: phrase("Natural Earth (public domain)"),
                zoomIn: phrase("Zoom in"),
                zoomOut: phrase("Zoom out"),
                question: this.#question,
                tap: (/** @type {Point} */ at) => this.#guess({ at }),
            });
            chart.show(data("map-sources").sources, part(this.element, ".credit"));
            this.#scale = chart.scale;
            return chart;
        });
        this.#map.catch((error) => console.error(error));
        return this.#map;
    }

    /** Shows pins to choose from; false if they are shown already, or there are none. */
    offerChoices() {
        const { choices } = this.#question;
        if (this.#isOver || choices.length < 2 || !this.#pins.hidden) return false;
        this.#offerButton.hidden = true;
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

    /** The question, with the scale of what the learner sees. */
    get question() {
        return { ...this.#question, scale: this.#scale };
    }

    /** Whether there are pins to choose from. */
    get hasChoices() {
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
     * Shows the distance of a guess, and its grade.
     * @param {Guess} guess
     * @param {number} distance in metres
     * @param {string} gradeName
     * @param {number} reach the distance within which a tap would have been good
     */
    showResult({ at, choice }, distance, gradeName, reach) {
        this.#isOver = true;
        this.#offerButton.hidden = true;
        for (const [n, button] of [...this.#pins.children].entries()) {
            button.setAttribute("aria-disabled", "true");
            button.classList.toggle("is-right", n === this.#question.right);
            button.classList.toggle("is-wrong", n === choice && n !== this.#question.right);
        }
        this.#result.textContent =
            choice === undefined
                ? phrase("%@ away: %@. Good is within %@.", formatDistance(distance), gradeName, formatDistance(reach))
                : phrase("%@ away: %@.", formatDistance(distance), gradeName);
        this.#map?.then((map) => map.reveal(this.#question.at, at));
    }

    /** Shows the place to a learner who has not guessed. */
    reveal() {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#offerButton.hidden = true;
        this.#result.textContent = "";
        this.#map?.then((map) => map.reveal(this.#question.at));
    }
}

/**
 * A distance as it is usually written: 40 m, 1.2 km, 350 km.
 * @param {number} metres
 */
export function formatDistance(metres) {
    if (metres < 1000) return phrase("%lld m", Math.round(metres));
    const kilometres = metres / 1000;
    return phrase("%@ km", kilometres < 10 ? formatTenths(kilometres) : formatNumber(Math.round(kilometres)));
}
