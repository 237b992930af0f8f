// The map on a card: where one taps, four pins, and where it really is. It is loaded when the first such card is shown.

import { Graticule } from "../graticule.js";
import L from "../leaflet.js";
import { isStill } from "../motion.js";
import { Squares } from "../squares.js";

/** @typedef {import("../types.js").Point} Point */

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("../css/chart.css", import.meta.url).href;
document.head.append(style);

/** Leaflet, as a card uses it. */
export class Chart {
    #map;

    /**
     * @param {HTMLElement} container
     * @param {{label: string, zoomIn: string, zoomOut: string, corners: number[], tap(at: Point): void}} wish
     */
    constructor(container, { label, zoomIn, zoomOut, corners, tap }) {
        const isMoving = !isStill();
        this.#map = L.map(container, {
            attributionControl: false,
            zoomControl: false,
            minZoom: 0,
            maxZoom: 18,
            maxBounds: [[-85.06, -100_000], [85.06, 100_000]],
            maxBoundsViscosity: 1,
            tap: false,
            zoomAnimation: isMoving,
            fadeAnimation: isMoving,
            markerZoomAnimation: isMoving,
            inertia: isMoving,
            zoomSnap: 0.5,
        });
        this.#map.addControl(new L.Control.Zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }));
        container.setAttribute("role", "application");
        container.setAttribute("aria-label", label);
        this.#map.addLayer(new Graticule({ className: "graticule", pane: "tilePane", zIndex: 0 }));
        const [south, west, north, east] = corners;
        if (corners.length === 4) this.#map.fitBounds([[south, west], [north, east]], { padding: [28, 28], animate: false });
        else this.#map.setView([20, 0], 0, { animate: false });
        const at = (/** @type {import("leaflet-map").LatLng} */ where) => {
            const { lat, lng } = where.wrap();
            tap([lat, lng]);
        };
        this.#map.on("click", ({ latlng }) => at(latlng));
        container.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || event.target !== container) return;
            event.preventDefault();
            at(this.#map.getCenter());
        });
        new ResizeObserver(() => this.#map.invalidateSize({ pan: false })).observe(container);
    }

    /** @param {{address: string, deepest: number}[]} sources from below */
    show(sources) {
        for (const { address, deepest } of sources) {
            this.#map.addLayer(new Squares(address, { maxZoom: 18, maxNativeZoom: deepest }));
        }
    }

    /**
     * Lays out pins with their numbers.
     * @param {Point[]} points
     * @param {(choice: number) => void} choose
     */
    offer(points, choose) {
        for (const [choice, point] of points.entries()) {
            const pin = this.#sign(point, "is-offered", String(choice + 1), true);
            pin.on("click", () => choose(choice));
        }
        this.#map.fitBounds(points, { padding: [40, 40], maxZoom: 14, animate: false });
    }

    /**
     * Shows where it is, and how far a guess was away.
     * @param {Point} place
     * @param {Point} [guess]
     */
    reveal(place, guess) {
        this.#sign(place, "is-place", "★");
        if (!guess) {
            this.#map.setView(place, this.#map.getZoom(), { animate: false });
            return;
        }
        // The short way, also over the date line.
        const near = /** @type {Point} */ ([guess[0], guess[1] + 360 * Math.round((place[1] - guess[1]) / 360)]);
        this.#sign(near, "is-guess", "");
        this.#map.addLayer(new L.Polyline([near, place], { className: "way", dashArray: "2 8", interactive: false }));
        this.#map.fitBounds([near, place], { padding: [48, 48], maxZoom: Math.max(this.#map.getZoom(), 3), animate: false });
    }

    /**
     * @param {Point} point
     * @param {string} look
     * @param {string} words
     * @param {boolean} [isButton]
     */
    #sign(point, look, words, isButton = false) {
        const icon = new L.DivIcon({ className: `chart-sign ${look}`, html: `<span>${words}</span>`, iconSize: [32, 32] });
        const marker = L.marker(point, { icon, interactive: isButton, keyboard: false });
        this.#map.addLayer(marker);
        return marker;
    }
}
