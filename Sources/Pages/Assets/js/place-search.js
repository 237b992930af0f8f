// Finds a place on the map: by name, by coordinates in any common form, or where the learner is.

import { announce, element } from "./page.js";
import { phrase } from "./phrases.js";
import { UserError } from "./user-error.js";

/** The search field above the list, and the button that locates the learner. */
export class PlaceSearch {
    #field = /** @type {HTMLInputElement} */ (element("query"));
    #error = element("find-flaw");
    #world;
    #list;
    #address;
    #callbacks;

    /**
     * @param {import("./worldmap.js").WorldMap} world
     * @param {import("./placelist.js").PlaceList} list
     * @param {string} address of the coordinate parser
     * @param {{found: (id: string) => void, failed: (error: unknown) => void}} callbacks
     */
    constructor(world, list, address, callbacks) {
        this.#world = world;
        this.#list = list;
        this.#address = address;
        this.#callbacks = callbacks;
        this.#field.addEventListener("input", () => {
            this.#showError("");
            list.filter(this.#text);
        });
        element("find").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#search();
        });
        const here = element("here");
        here.hidden = !navigator.geolocation;
        here.addEventListener("click", () => this.#locate());
    }

    focus() {
        this.#field.focus();
    }

    get #text() {
        return this.#field.value.trim();
    }

    async #search() {
        const query = this.#text;
        if (!query) return;
        try {
            const address = `${this.#address}?text=${encodeURIComponent(query)}`;
            const response = await fetch(address, { headers: { Accept: "application/json" } });
            const answer = await response.json();
            // The learner has typed something else meanwhile.
            if (query !== this.#text) return;
            if (response.ok) {
                this.#world.goTo(answer.latitude, answer.longitude);
                element("map").focus();
                return announce(answer.where);
            }
            const first = this.#list.filter(query);
            if (!first) return this.#showError(phrase("No place with that name was found. You can also enter coordinates, like 51.501 N, 0.141 W."));
            this.#callbacks.found(first);
        } catch (error) {
            if (query === this.#text) this.#callbacks.failed(error);
        }
    }

    /** @param {string} words */
    #showError(words) {
        this.#error.textContent = words;
        this.#error.hidden = !words;
    }

    #locate() {
        const button = element("here");
        button.ariaBusy = "true";
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => {
                button.ariaBusy = null;
                this.#world.showLocation(coords);
                announce(phrase("The map now shows your location."));
            },
            ({ code }) => {
                button.ariaBusy = null;
                const isForbidden = code === GeolocationPositionError.PERMISSION_DENIED;
                const words = isForbidden
                    ? phrase("Your browser isn’t allowed to share your location. Allow it beside the page’s address, then try again.")
                    : phrase("Your browser can’t tell where you are.");
                this.#callbacks.failed(new UserError(words));
            },
            { timeout: 15_000, maximumAge: 60_000 },
        );
    }
}
