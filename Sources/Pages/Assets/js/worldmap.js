// The map itself: what it shows, where it looks, and what a finger, a mouse or a key asks of it.

import { Basemap } from "./basemap.js";
import L from "./leaflet.js";
import { element } from "./page.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./basemap.js").Source} Source */
/** @typedef {import("./types.js").Pin} Pin */

/** How long a finger rests until it drops a pin, and how far it may stray meanwhile. */
const patience = 500;
const slack = 8;
/** How long a tap waits for a second one, which zooms. */
const secondTap = 260;
/** How far the map zooms in. */
const deepest = 19;
/** Where the map opens that has no pins: the United Kingdom, ten degrees wide. */
const home = /** @type {const} */ ([[53.5, -8], [58.5, 2]]);

/** Leaflet, as this page uses it. */
export class WorldMap {
    map;
    #ground;
    /** The longitude that all places are shown around: half the world away from it lies the widest gap between them. */
    #middle = 0;
    /** @type {any} */
    #me;

    /**
     * @param {(at: import("leaflet-map").LatLng) => void} drop what to do where somebody wants a pin
     */
    constructor(drop) {
        const container = element("map");
        container.hidden = false;
        container.setAttribute("aria-describedby", "map-keys");
        this.#ground = new Basemap(container, { label: phrase("Map"), deepest, minZoom: 1, enter: drop });
        this.map = this.#ground.map;
        this.#followPresses(drop);
        element("zoom-in").addEventListener("click", () => this.map.zoomIn());
        element("zoom-out").addEventListener("click", () => this.map.zoomOut());
        element("drop").addEventListener("click", () => drop(this.map.getCenter()));
    }

    /**
     * Looks where the address says, else at all pins, else at the United Kingdom.
     * @param {string | null} at latitude, longitude and zoom, with commas between
     * @param {Pin[]} pins
     */
    begin(at, pins) {
        const bounds = around(pins);
        if (bounds) this.#middle = (bounds[0][1] + bounds[1][1]) / 2;
        this.map.on("moveend", () => this.#stayInOneWorld());
        const [latitude, longitude, zoom] = (at ?? "").split(",").map((part) => (part.trim() ? Number(part) : NaN));
        if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 540) {
            this.map.setView([latitude, this.near(longitude)], zoom >= 0 ? Math.min(deepest, Math.max(1, Math.round(zoom))) : 12);
            return;
        }
        if (bounds) this.map.fitBounds(bounds, { maxZoom: 12, paddingTopLeft: [48, 84], paddingBottomRight: [64, 48] });
        else this.map.fitBounds(/** @type {any} */ (home), { animate: false });
    }

    /**
     * The longitude in the world that the places are shown in.
     * @param {number} longitude
     */
    near(longitude) {
        return longitude + 360 * Math.round((this.#middle - longitude) / 360);
    }

    /** Comes back from another copy of the world, where the same is to be seen, but for the places. */
    #stayInOneWorld() {
        const { lat, lng } = this.map.getCenter();
        const longitude = this.near(lng);
        if (Math.abs(longitude - lng) > 1) this.map.setView([lat, longitude], this.map.getZoom(), { animate: false });
    }

    /** Where the map looks, as the address says it. */
    get at() {
        const { lat, lng } = this.map.getCenter().wrap();
        return `${round(lat)},${round(lng)},${this.map.getZoom()}`;
    }

    /**
     * Shows pictures of the earth over the lines; without any, the lines alone.
     * @param {Source[]} sources from below
     * @param {string} style
     */
    show(sources, style) {
        this.#ground.show(sources, element("credit"), `tiles-${style}`);
    }

    /**
     * Goes somewhere, near enough to see what is there.
     * @param {number} latitude
     * @param {number} longitude
     */
    goTo(latitude, longitude) {
        this.map.setView([latitude, this.near(longitude)], Math.max(this.map.getZoom(), 12), { animate: false });
    }

    /**
     * Marks where the learner is.
     * @param {GeolocationCoordinates} coordinates
     */
    showMe({ latitude, longitude }) {
        if (this.#me) this.map.removeLayer(this.#me);
        this.#me = L.circleMarker([latitude, this.near(longitude)], { radius: 8, className: "me", interactive: false });
        this.map.addLayer(this.#me);
        this.goTo(latitude, longitude);
    }

    /**
     * A tap, a rest of the finger, or the mouse's other button drops a pin; two taps zoom.
     * @param {(at: import("leaflet-map").LatLng) => void} drop
     */
    #followPresses(drop) {
        const { map } = this;
        const container = map.getContainer();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let tap;
        /** @type {{timer: ReturnType<typeof setTimeout>, x: number, y: number} | undefined} */
        let rest;
        let wasHeld = false;
        const letGo = () => {
            clearTimeout(rest?.timer);
            rest = undefined;
        };
        const hold = (/** @type {import("leaflet-map").LatLng} */ at) => {
            letGo();
            if (wasHeld) return;
            wasHeld = true;
            navigator.vibrate?.(10);
            drop(at);
        };
        map.on("click", ({ latlng, originalEvent }) => {
            clearTimeout(tap);
            if (wasHeld || originalEvent?.detail > 1) return;
            tap = setTimeout(() => drop(latlng), secondTap);
        });
        map.on("dblclick", () => clearTimeout(tap));
        map.on("contextmenu", ({ latlng }) => hold(latlng));
        container.addEventListener("pointerdown", (event) => {
            wasHeld = false;
            letGo();
            const target = /** @type {HTMLElement} */ (event.target);
            if (event.pointerType !== "touch" || !event.isPrimary || target.closest(".leaflet-marker-icon")) return;
            const { left, top } = container.getBoundingClientRect();
            const at = map.containerPointToLatLng([event.clientX - left, event.clientY - top]);
            rest = { timer: setTimeout(() => hold(at), patience), x: event.clientX, y: event.clientY };
        });
        container.addEventListener("pointermove", (event) => {
            if (rest && Math.hypot(event.clientX - rest.x, event.clientY - rest.y) > slack) letGo();
        });
        for (const end of ["pointerup", "pointercancel", "pointerleave"]) container.addEventListener(end, letGo);
        map.on("movestart zoomstart", letGo);
    }
}

/**
 * The smallest piece of the earth with all pins in it, over the date line if that is shorter.
 * @param {Pin[]} pins
 * @returns {[[number, number], [number, number]] | undefined}
 */
export function around(pins) {
    const placed = pins.filter(({ latitude, longitude }) => Number.isFinite(latitude) && Number.isFinite(longitude));
    if (placed.length === 0) return undefined;
    let [south, north] = [90, -90];
    const longitudes = [];
    for (const { latitude, longitude } of /** @type {{latitude: number, longitude: number}[]} */ (placed)) {
        south = Math.min(south, latitude);
        north = Math.max(north, latitude);
        longitudes.push(longitude);
    }
    longitudes.sort((left, right) => left - right);
    // The widest gap between two neighbours lies behind the piece.
    const { length } = longitudes;
    let gap = longitudes[0] + 360 - longitudes[length - 1];
    let first = 0;
    for (let index = 1; index < length; index += 1) {
        const width = longitudes[index] - longitudes[index - 1];
        if (width > gap) [gap, first] = [width, index];
    }
    const west = longitudes[first];
    return [[south, west], [north, west + 360 - gap]];
}

/** @param {number} degrees */
function round(degrees) {
    return Number(degrees.toFixed(5));
}
