// The style of the map, and the consent to ask other servers for its tiles.

import { element, part } from "./page.js";
import { phrase } from "./phrases.js";
import { space } from "./site.js";

/** @typedef {{isAllowed: boolean, hosts: string[], sources: import("./basemap.js").Source[]}} Style */

/** The chosen style; one from other servers is shown once the learner has agreed to contact them. */
export class MapStyle {
    #world;
    #styles;
    #address;
    #name;
    #consent = element("consent");

    /**
     * @param {import("./worldmap.js").WorldMap} world
     * @param {{style: string, styles: Record<string, Style>, tiles: string}} data
     */
    constructor(world, { style, styles, tiles }) {
        this.#world = world;
        this.#styles = styles;
        this.#address = tiles;
        this.#name = style;
        this.#show();
        if (!sessionStorage.getItem(this.#dismissedKey)) this.#askForConsent();
        element("styles").addEventListener("change", (event) => {
            this.#choose(/** @type {HTMLInputElement} */ (event.target).value);
        });
        this.#consent.addEventListener("submit", () => {
            /** @type {HTMLInputElement} */ (part(this.#consent, "[name=at]")).value = world.position;
        });
        element("later").addEventListener("click", () => {
            sessionStorage.setItem(this.#dismissedKey, "yes");
            this.#consent.hidden = true;
            element("map").focus();
        });
    }

    /** The key under which it is stored that the learner does not want to be asked now. */
    get #dismissedKey() {
        return `${space} later ${this.#name}`;
    }

    get #style() {
        return this.#styles[this.#name];
    }

    #show() {
        const { isAllowed, sources } = this.#style;
        this.#world.show(isAllowed ? sources : [], this.#name);
    }

    /** @param {string} name */
    #choose(name) {
        this.#name = name;
        this.#show();
        this.#consent.hidden = true;
        if (!this.#style.isAllowed) return this.#askForConsent();
        const fields = new URLSearchParams({ style: name });
        fetch(this.#address, { method: "POST", body: fields, headers: { Accept: "application/json" } }).catch(() => {});
    }

    /** Asks for consent to contact the servers of the style. */
    #askForConsent() {
        const { isAllowed, hosts } = this.#style;
        if (isAllowed || hosts.length === 0) return;
        /** @type {HTMLInputElement} */ (part(this.#consent, "[name=style]")).value = this.#name;
        const words = phrase("Map images load from %@, which can see the areas you view.", hosts.join(", "));
        element("consent-words").textContent = words;
        this.#consent.hidden = false;
    }
}
