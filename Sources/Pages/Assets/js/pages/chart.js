// The map of a card: a tap, four pins, and the answer. Loaded when the first such card is shown.

import { Basemap } from "../basemap.js";
import L from "../leaflet.js";

/** @typedef {import("../types.js").Point} Point */

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("../css/chart.css", import.meta.url).href;
document.head.append(style);

/** Leaflet as a card uses it. */
export class Chart {
    /**
     * What the map shows at first: its shorter side in metres, measured at the place that is asked for. A tap is graded in proportion
     * to it, so that it must be as near on every screen; zooming in helps to aim.
     */
    scale;
    #ground;
    #map;

    /**
     * @param {HTMLElement} container
     * @param {{label: string, worldCredit: string, zoomIn: string, zoomOut: string, question: import("../types.js").MapQuestion,
     *     tap(at: Point): void}} options
     */
    constructor(container, { label, worldCredit, zoomIn, zoomOut, question, tap }) {
        const at = (/** @type {import("leaflet-map").LatLng} */ where) => {
            const { lat, lng } = where.wrap();
            tap([lat, lng]);
        };
        this.#ground = new Basemap(container, { label, worldCredit, maxZoom: 18, zoomSnap: 0.5, enter: at });
        this.#map = this.#ground.map;
        this.#map.addControl(new L.Control.Zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }));
        const { at: place, corners, choices } = question;
        const [south, west, north, east] = corners;
        if (corners.length === 4) this.#fit([[south, west], [north, east]], 28);
        else this.#map.setView([20, 0], 0, { animate: false });
        this.scale = this.#measure(place);
        // A name within reach of the place would give it away, and so would one beside a pin to choose.
        const hidden = [place, ...choices.map((choice) => choice.at)];
        this.#ground.world.nameOnly((/** @type {import("../world.js").City} */ city) => {
            return hidden.every((point) => this.#map.distance(point, city.at) > this.scale / 10);
        });
        this.#map.on("click", ({ latlng }) => at(latlng));
    }

    /**
     * @param {import("../basemap.js").Source[]} sources the lowest first
     * @param {HTMLElement} credit
     */
    show(sources, credit) {
        this.#ground.show(sources, credit);
    }

    /**
     * Shows all points.
     * @param {Point[]} points
     * @param {number} space between them and the edges of the map, in pixels; less on a small map
     * @param {number} [maxZoom]
     */
    #fit(points, space, maxZoom) {
        const { x, y } = this.#map.getSize();
        const padding = Math.min(space, Math.round(Math.min(x, y) / 8));
        this.#map.fitBounds(points, { padding: [padding, padding], maxZoom, animate: false });
    }

    /**
     * The shorter side of the map in metres, at the scale that it has at a point; at most once around the earth.
     * @param {Point} point
     */
    #measure([latitude]) {
        const { x, y } = this.#map.getSize();
        const world = 256 * 2 ** this.#map.getZoom();
        const around = 2 * Math.PI * 6_371_008.8 * Math.cos((latitude * Math.PI) / 180);
        return (Math.min(x, y, world) / world) * around;
    }

    /**
     * Shows numbered pins.
     * @param {Point[]} points
     * @param {(choice: number) => void} choose
     */
    offer(points, choose) {
        for (const [choice, point] of points.entries()) {
            const pin = this.#sign(point, "is-offered", String(choice + 1), true);
            pin.on("click", () => choose(choice));
        }
        this.#fit(points, 40, 14);
    }

    /**
     * Shows the place, and how far from it a guess was.
     * @param {Point} place
     * @param {Point} [guess]
     */
    reveal(place, guess) {
        this.#ground.world.nameOnly(() => true);
        this.#sign(place, "is-place", "★");
        if (!guess) {
            this.#map.setView(place, this.#map.getZoom(), { animate: false });
            return;
        }
        // The short way, which may cross the date line.
        const near = /** @type {Point} */ ([guess[0], guess[1] + 360 * Math.round((place[1] - guess[1]) / 360)]);
        this.#sign(near, "is-guess", "");
        this.#map.addLayer(new L.Polyline([near, place], { className: "guess-line", dashArray: "2 8", interactive: false }));
        this.#fit([near, place], 48, Math.max(this.#map.getZoom(), 3));
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
