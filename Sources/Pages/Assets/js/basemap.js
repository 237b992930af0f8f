// What all maps have in common: motion, accessibility, the world that comes with Omena, and the tile layers.

import L from "./leaflet.js";
import { prefersReducedMotion } from "./motion.js";
import { TileLayer } from "./tile-layer.js";
import { loadWorld } from "./world.js";
import { WorldLayer } from "./world-layer.js";

/** @typedef {{address: string, credit: string, link: string, deepest: number}} Source */

/** The latitudes at which the Mercator map ends; it goes on to the east and the west. */
const ends = /** @type {const} */ ([[-85.06, -100_000], [85.06, 100_000]]);

/** The source of the world that comes with Omena. */
const naturalEarth = "https://www.naturalearthdata.com/";

/** Leaflet with the coastlines, borders and large cities of the world and a grid of degrees, which need no network. */
export class Basemap {
    map;
    world = new WorldLayer({ pane: "tilePane" });
    #maxZoom;
    #worldCredit;
    /** @type {any[]} */
    #tileLayers = [];

    /**
     * @param {HTMLElement} container
     * @param {{label: string, worldCredit: string, maxZoom: number, enter: (at: import("leaflet-map").LatLng) => void}
     *     & Record<string, unknown>} options its accessible name, the credit of the world, its largest zoom, what Enter does at its
     *     centre, and further options of Leaflet
     */
    constructor(container, { label, worldCredit, maxZoom, enter, ...options }) {
        const isMoving = !prefersReducedMotion();
        this.#maxZoom = maxZoom;
        this.#worldCredit = worldCredit;
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
        this.map.addLayer(this.world);
        // Offline, a map that was never opened before has only its grid.
        loadWorld().then((world) => this.world.show(world), () => {});
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.world.redraw());
        new ResizeObserver(() => this.map.invalidateSize({ pan: false })).observe(container);
    }

    /**
     * Shows tiles over the world, and where everything comes from.
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
        // Tiles that don't load leave the world in sight.
        const world = { credit: this.#worldCredit, link: naturalEarth };
        credit.replaceChildren(...[...sources, world].flatMap(creditLinks));
        credit.hidden = false;
    }
}

/**
 * @param {{credit: string, link: string}} source
 * @param {number} index
 */
function creditLinks({ credit, link }, index) {
    const name = document.createElement(link ? "a" : "span");
    name.textContent = credit;
    if (name instanceof HTMLAnchorElement) Object.assign(name, { href: link, target: "_blank", rel: "noopener" });
    return index > 0 ? [" · ", name] : [name];
}
