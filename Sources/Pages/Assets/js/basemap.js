// What every map of ours stands on: how it moves, what is heard and read of it, lines of degrees and pictures of the earth.

import { Graticule } from "./graticule.js";
import L from "./leaflet.js";
import { isStill } from "./motion.js";
import { Squares } from "./tile-layer.js";

/** @typedef {{address: string, credit: string, link: string, deepest: number}} Source */

/** Where Mercator's map ends; it goes on to the east and the west. */
const ends = /** @type {const} */ ([[-85.06, -100_000], [85.06, 100_000]]);

/** Leaflet with the lines of degrees, which need no network. */
export class Basemap {
    map;
    #deepest;
    /** @type {any[]} */
    #pictures = [];

    /**
     * @param {HTMLElement} container
     * @param {{label: string, deepest: number, enter: (at: import("leaflet-map").LatLng) => void} & Record<string, unknown>} wish
     *     what it is called, how far it zooms in, what Enter does at its middle, and more of Leaflet's own options
     */
    constructor(container, { label, deepest, enter, ...options }) {
        const isMoving = !isStill();
        this.#deepest = deepest;
        this.map = L.map(container, {
            attributionControl: false,
            zoomControl: false,
            maxZoom: deepest,
            maxBounds: ends,
            maxBoundsViscosity: 1,
            tap: false,
            zoomAnimation: isMoving,
            fadeAnimation: isMoving,
            markerZoomAnimation: isMoving,
            inertia: isMoving,
            ...options,
        });
        container.setAttribute("role", "application");
        container.setAttribute("aria-label", label);
        container.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || event.target !== container) return;
            event.preventDefault();
            enter(this.map.getCenter());
        });
        const grid = new Graticule({ className: "graticule", pane: "tilePane", zIndex: 0 });
        this.map.addLayer(grid);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => grid.redraw());
        new ResizeObserver(() => this.map.invalidateSize({ pan: false })).observe(container);
    }

    /**
     * Shows pictures of the earth over the lines, and whose they are; without any, the lines alone.
     * @param {Source[]} sources from below
     * @param {HTMLElement} credit
     * @param {string} [look] a class for the pictures
     */
    show(sources, credit, look = "") {
        for (const layer of this.#pictures) this.map.removeLayer(layer);
        this.#pictures = sources.map(({ address, deepest }) =>
            new Squares(address, { maxZoom: this.#deepest, maxNativeZoom: deepest, className: look }),
        );
        for (const layer of this.#pictures) this.map.addLayer(layer);
        credit.replaceChildren(...sources.flatMap(credited));
        credit.hidden = sources.length === 0;
    }
}

/**
 * @param {Source} source
 * @param {number} index
 */
function credited({ credit, link }, index) {
    const name = document.createElement(link ? "a" : "span");
    name.textContent = credit;
    if (name instanceof HTMLAnchorElement) Object.assign(name, { href: link, target: "_blank", rel: "noopener" });
    return index > 0 ? [" · ", name] : [name];
}
