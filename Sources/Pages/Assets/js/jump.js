// Where to go on the map: a place by its name, coordinates in any common form, or where the learner is.

import { element, say } from "./page.js";
import { Refusal, reason } from "./user-error.js";
import { phrase } from "./phrases.js";

/** The field over the list, and the button that looks where the learner is. */
export class Jump {
    #field = /** @type {HTMLInputElement} */ (element("query"));
    #flaw = element("find-flaw");
    #world;
    #list;
    #address;
    #answers;

    /**
     * @param {import("./worldmap.js").WorldMap} world
     * @param {import("./placelist.js").PlaceList} list
     * @param {string} address that reads coordinates
     * @param {{found: (id: string) => void, complain: (error: unknown) => void}} answers
     */
    constructor(world, list, address, answers) {
        this.#world = world;
        this.#list = list;
        this.#address = address;
        this.#answers = answers;
        this.#field.addEventListener("input", () => {
            this.#fail("");
            list.filter(this.#words);
        });
        element("find").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#go();
        });
        const here = element("here");
        here.hidden = !navigator.geolocation;
        here.addEventListener("click", () => this.#findMe());
    }

    focus() {
        this.#field.focus();
    }

    get #words() {
        return this.#field.value.trim();
    }

    async #go() {
        const words = this.#words;
        if (!words) return;
        try {
            const address = `${this.#address}?text=${encodeURIComponent(words)}`;
            const response = await fetch(address, { headers: { Accept: "application/json" } });
            const answer = await response.json();
            // Whoever types on has asked for something else.
            if (words !== this.#words) return;
            if (response.ok) {
                this.#world.goTo(answer.latitude, answer.longitude);
                element("map").focus();
                return say(answer.where);
            }
            const first = this.#list.filter(words);
            if (!first) return this.#fail(phrase("No place is called that, and these are no coordinates like 51.501 N, 0.141 W."));
            this.#answers.found(first);
        } catch (error) {
            if (words === this.#words) this.#fail(reason(error));
        }
    }

    /** @param {string} words */
    #fail(words) {
        this.#flaw.textContent = words;
        this.#flaw.hidden = !words;
    }

    #findMe() {
        const button = element("here");
        button.ariaBusy = "true";
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => {
                button.ariaBusy = null;
                this.#world.showMe(coords);
                say(phrase("The map shows where you are."));
            },
            ({ code }) => {
                button.ariaBusy = null;
                const isForbidden = code === GeolocationPositionError.PERMISSION_DENIED;
                const words = isForbidden
                    ? phrase("Your browser was not allowed to say where you are.")
                    : phrase("Your browser does not know where you are.");
                this.#answers.complain(new Refusal(words));
            },
            { timeout: 15_000, maximumAge: 60_000 },
        );
    }
}
