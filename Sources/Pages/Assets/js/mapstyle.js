// What the map looks like, and whether those may be asked for pictures who have them.

import { element, part } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {{isAllowed: boolean, hosts: string[], sources: import("./basemap.js").Source[]}} Style */

/** The chosen style; one that asks others for pictures is shown once the learner has agreed to them. */
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
        if (!sessionStorage.getItem(this.#later)) this.#ask();
        element("styles").addEventListener("change", (event) => {
            this.#choose(/** @type {HTMLInputElement} */ (event.target).value);
        });
        this.#consent.addEventListener("submit", () => {
            /** @type {HTMLInputElement} */ (part(this.#consent, "[name=at]")).value = world.at;
        });
        element("later").addEventListener("click", () => {
            sessionStorage.setItem(this.#later, "yes");
            this.#consent.hidden = true;
            element("map").focus();
        });
    }

    /** Under which name it is kept that the learner would rather not be asked for now. */
    get #later() {
        return `later ${this.#name}`;
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
        if (!this.#style.isAllowed) return this.#ask();
        const fields = new URLSearchParams({ style: name });
        fetch(this.#address, { method: "POST", body: fields, headers: { Accept: "application/json" } }).catch(() => {});
    }

    /** Asks whether others may be asked for pictures. */
    #ask() {
        const { isAllowed, hosts } = this.#style;
        if (isAllowed || hosts.length === 0) return;
        /** @type {HTMLInputElement} */ (part(this.#consent, "[name=style]")).value = this.#name;
        const words = phrase("The map’s pictures would come from %@, which then learns where you look.", hosts.join(", "));
        element("consent-words").textContent = words;
        this.#consent.hidden = false;
    }
}
