// The map of all places: what it shows, its position, and its gestures.

import { Basemap } from "./basemap.js";
import L from "./leaflet.js";
import { element } from "./page.js";
import { phrase } from "./phrases.js";
import { unitsOf, unitZoom } from "./world.js";

/** @typedef {import("./basemap.js").Source} Source */
/** @typedef {import("./types.js").Pin} Pin */

/** How long a finger rests until it drops a pin, in milliseconds, and how far it may move meanwhile, in pixels. */
const longPress = 500;
const maxDrift = 8;
/** How long a tap waits for a second one, which zooms, in milliseconds. */
const doubleTapDelay = 260;
/** How near to a pin a city has no name, in pixels. */
const pinRadius = 20;
/** The largest zoom. */
const maxZoom = 19;
/** The initial view of a map without pins: the United Kingdom, ten degrees wide. */
const home = /** @type {const} */ ([[53.5, -8], [58.5, 2]]);

/** Leaflet as the places page uses it. */
export class WorldMap {
    map;
    #ground;
    /** The longitude around which all places are shown; half the world away from it is the widest gap between them. */
    #middle = 0;
    /** @type {any} */
    #marker;

    /** @param {(at: import("leaflet-map").LatLng) => void} drop called where the learner wants a pin */
    constructor(drop) {
        const container = element("map");
        container.hidden = false;
        container.setAttribute("aria-describedby", "map-keys");
        this.#ground = new Basemap(container, {
            label: phrase("Map"),
            worldCredit: phrase("Natural Earth (public domain)"),
            maxZoom,
            minZoom: 1,
            enter: drop,
        });
        this.map = this.#ground.map;
        this.#handlePresses(drop);
        element("zoom-in").addEventListener("click", () => this.map.zoomIn());
        element("zoom-out").addEventListener("click", () => this.map.zoomOut());
        element("drop").addEventListener("click", () => drop(this.map.getCenter()));
    }

    /**
     * Shows the position in the address, else all pins, else the United Kingdom.
     * @param {string | null} at latitude, longitude and zoom, separated by commas
     * @param {Pin[]} pins
     */
    begin(at, pins) {
        const bounds = boundsOf(pins);
        if (bounds) this.#middle = (bounds[0][1] + bounds[1][1]) / 2;
        this.map.on("moveend", () => this.#stayInOneWorld());
        const [latitude, longitude, zoom] = (at ?? "").split(",").map((part) => (part.trim() ? Number(part) : NaN));
        if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 540) {
            this.map.setView([latitude, this.near(longitude)], zoom >= 0 ? Math.min(maxZoom, Math.max(1, Math.round(zoom))) : 12);
            return;
        }
        if (bounds) this.map.fitBounds(bounds, { maxZoom: 12, paddingTopLeft: [48, 84], paddingBottomRight: [64, 48] });
        else this.map.fitBounds(/** @type {any} */ (home), { animate: false });
    }

    /**
     * A longitude in the copy of the world that shows the places.
     * @param {number} longitude
     */
    near(longitude) {
        return longitude + 360 * Math.round((this.#middle - longitude) / 360);
    }

    /** Returns from other copies of the world, which show no places. */
    #stayInOneWorld() {
        const { lat, lng } = this.map.getCenter();
        const longitude = this.near(lng);
        if (Math.abs(longitude - lng) > 1) this.map.setView([lat, longitude], this.map.getZoom(), { animate: false });
    }

    /** The position of the map as it is written in the address. */
    get position() {
        const { lat, lng } = this.map.getCenter().wrap();
        return `${round(lat)},${round(lng)},${this.map.getZoom()}`;
    }

    /**
     * Shows tiles over the world; without sources, only the world.
     * @param {Source[]} sources the lowest first
     * @param {string} style
     */
    show(sources, style) {
        this.#ground.show(sources, element("credit"), `tiles-${style}`);
    }

    /**
     * Leaves the names of cities under pins out.
     * @param {import("leaflet-map").LatLng[]} pins
     */
    nameCitiesBeside(pins) {
        const points = pins.map(({ lat, lng }) => unitsOf(lat, lng));
        this.#ground.world.nameOnly((/** @type {import("./world.js").City} */ city, /** @type {number} */ zoom) => {
            const reach = pinRadius / 2 ** (zoom - unitZoom);
            return !points.some(({ x, y }) => Math.abs(x - city.x) < reach && Math.abs(y - city.y) < reach);
        });
    }

    /**
     * Moves the map to a position and zooms in close enough to see what is there.
     * @param {number} latitude
     * @param {number} longitude
     */
    goTo(latitude, longitude) {
        this.map.setView([latitude, this.near(longitude)], Math.max(this.map.getZoom(), 12), { animate: false });
    }

    /**
     * Marks the location of the learner.
     * @param {GeolocationCoordinates} coordinates
     */
    showLocation({ latitude, longitude }) {
        if (this.#marker) this.map.removeLayer(this.#marker);
        this.#marker = L.circleMarker([latitude, this.near(longitude)], { radius: 8, className: "me", interactive: false });
        this.map.addLayer(this.#marker);
        this.goTo(latitude, longitude);
    }

    /**
     * A tap, a long press or a right click drops a pin; a double tap zooms.
     * @param {(at: import("leaflet-map").LatLng) => void} drop
     */
    #handlePresses(drop) {
        const { map } = this;
        const container = map.getContainer();
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let tap;
        /** @type {{timer: ReturnType<typeof setTimeout>, x: number, y: number} | undefined} */
        let press;
        let hasDropped = false;
        const cancelPress = () => {
            clearTimeout(press?.timer);
            press = undefined;
        };
        const dropOnce = (/** @type {import("leaflet-map").LatLng} */ at) => {
            cancelPress();
            if (hasDropped) return;
            hasDropped = true;
            navigator.vibrate?.(10);
            drop(at);
        };
        map.on("click", ({ latlng, originalEvent }) => {
            clearTimeout(tap);
            if (hasDropped || originalEvent?.detail > 1) return;
            tap = setTimeout(() => drop(latlng), doubleTapDelay);
        });
        map.on("dblclick", () => clearTimeout(tap));
        map.on("contextmenu", ({ latlng }) => dropOnce(latlng));
        container.addEventListener("pointerdown", (event) => {
            hasDropped = false;
            cancelPress();
            const target = /** @type {HTMLElement} */ (event.target);
            if (event.pointerType !== "touch" || !event.isPrimary || target.closest(".leaflet-marker-icon")) return;
            const { left, top } = container.getBoundingClientRect();
            const at = map.containerPointToLatLng([event.clientX - left, event.clientY - top]);
            press = { timer: setTimeout(() => dropOnce(at), longPress), x: event.clientX, y: event.clientY };
        });
        container.addEventListener("pointermove", (event) => {
            if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > maxDrift) cancelPress();
        });
        for (const end of ["pointerup", "pointercancel", "pointerleave"]) container.addEventListener(end, cancelPress);
        map.on("movestart zoomstart", cancelPress);
    }
}

/**
 * The smallest area that contains all pins, across the date line if that is smaller.
 * @param {Pin[]} pins
 * @returns {[[number, number], [number, number]] | undefined}
 */
function boundsOf(pins) {
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
    // The widest gap between neighbours is outside the area.
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
