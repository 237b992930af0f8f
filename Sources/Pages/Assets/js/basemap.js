// What all maps have in common: motion, accessibility, the grid of degrees and the tile layers.

import { Graticule } from "./graticule.js";
import L from "./leaflet.js";
import { prefersReducedMotion } from "./motion.js";
import { TileLayer } from "./tile-layer.js";

/** @typedef {{address: string, credit: string, link: string, deepest: number}} Source */

/** The latitudes at which the Mercator map ends; it goes on to the east and the west. */
const ends = /** @type {const} */ ([[-85.06, -100_000], [85.06, 100_000]]);

/** Leaflet with a grid of degrees, which needs no network. */
export class Basemap {
    map;
    #maxZoom;
    /** @type {any[]} */
    #tileLayers = [];

    /**
     * @param {HTMLElement} container
     * @param {{label: string, maxZoom: number, enter: (at: import("leaflet-map").LatLng) => void} & Record<string, unknown>} options
     *     its accessible name, its largest zoom, what Enter does at its centre, and further options of Leaflet
     */
    constructor(container, { label, maxZoom, enter, ...options }) {
        const isMoving = !prefersReducedMotion();
        this.#maxZoom = maxZoom;
        this.map = L.map(container, {
            attributionControl: false,
            zoomControl: false,
            maxZoom,
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
     * Shows tiles and their attribution over the grid; without sources, only the grid.
     * @param {Source[]} sources the lowest first
     * @param {HTMLElement} credit
     * @param {string} [look] a class for the tiles
     */
    show(sources, credit, look = "") {
        for (const layer of this.#tileLayers) this.map.removeLayer(layer);
        this.#tileLayers = sources.map(({ address, deepest }) =>
            new TileLayer(address, { maxZoom: this.#maxZoom, maxNativeZoom: deepest, className: look }),
        );
        for (const layer of this.#tileLayers) this.map.addLayer(layer);
        credit.replaceChildren(...sources.flatMap(creditLinks));
        credit.hidden = sources.length === 0;
    }
}

/**
 * @param {Source} source
 * @param {number} index
 */
function creditLinks({ credit, link }, index) {
    const name = document.createElement(link ? "a" : "span");
    name.textContent = credit;
    if (name instanceof HTMLAnchorElement) Object.assign(name, { href: link, target: "_blank", rel: "noopener" });
    return index > 0 ? [" · ", name] : [name];
}
