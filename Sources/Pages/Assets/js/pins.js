// The pins on the map: one for each place, clustered where there are many.

import "leaflet-clusters";
import L from "./leaflet.js";
import { prefersReducedMotion } from "./motion.js";
import { phrase } from "./phrases.js";

/** @typedef {import("./types.js").Pin} Pin */
/** @typedef {{open: (id: string) => void, move: (id: string, at: import("leaflet-map").LatLng) => void}} Callbacks */

const star = "m12 2 3 6.3 6.9.9-5 4.8 1.3 6.9L12 17.6 5.8 20.9l1.3-6.9-5-4.8L9 8.3Z";
const { _setPos: setPosition } = L.Marker.prototype;
const svgNamespace = "http://www.w3.org/2000/svg";

// Leaflet would give each icon a compositing layer of its own: hundreds of them slow down every frame of a pan. With
// a flat transform, neighbours share one layer.
L.Marker.include({
    /** @param {import("leaflet-map").Point} point */
    _setPos(point) {
        setPosition.call(this, point);
        const { _icon: icon } = /** @type {any} */ (this);
        if (icon) icon.style.transform = `translate(${point.x}px, ${point.y}px)`;
    },
});

/** The width of the floating controls at the edges of the map, in pixels. */
const margin = 88;

/** A star with its name below, created when it comes into view. */
const PinIcon = L.DivIcon.extend({
    options: { className: "pin", iconSize: [44, 44], iconAnchor: [22, 22] },

    /** @param {HTMLElement} [old] */
    createIcon(old) {
        const icon = L.DivIcon.prototype.createIcon.call(this, old);
        const picture = document.createElementNS(svgNamespace, "svg");
        picture.setAttribute("viewBox", "0 0 24 24");
        picture.setAttribute("aria-hidden", "true");
        const path = document.createElementNS(svgNamespace, "path");
        path.setAttribute("d", star);
        picture.append(path);
        const name = document.createElement("span");
        name.dir = "auto";
        name.textContent = this.options.name;
        icon.replaceChildren(picture, name);
        makeButton(icon, this.options.name);
        if (this.options.isOpen) icon.classList.add("is-open");
        return icon;
    },
});

/** The icon of several places close to one another. */
const ClusterIcon = L.DivIcon.extend({
    options: { className: "gathered", iconSize: [44, 44] },

    /** @param {HTMLElement} [old] */
    createIcon(old) {
        const icon = L.DivIcon.prototype.createIcon.call(this, old);
        const { count } = this.options;
        icon.textContent = count > 999 ? `${Math.floor(count / 1000)}k` : String(count);
        makeButton(icon, phrase("%lld places", count));
        return icon;
    },
});

/**
 * Makes an icon on the map a button, with a name and keys.
 * @param {HTMLElement} icon
 * @param {string} name
 */
function makeButton(icon, name) {
    icon.setAttribute("role", "button");
    icon.setAttribute("aria-label", name);
    icon.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        icon.click();
    };
}

/** All pins of a map. */
export class Pins {
    #world;
    #map;
    #callbacks;
    #clusters;
    /** @type {Map<string, import("leaflet-map").Marker>} */
    #markers = new Map();
    /** @type {string | undefined} */
    #open;

    /**
     * @param {import("./worldmap.js").WorldMap} world
     * @param {Callbacks} callbacks
     */
    constructor(world, callbacks) {
        const { map } = world;
        this.#world = world;
        this.#map = map;
        this.#callbacks = callbacks;
        this.#clusters = /** @type {Function} */ (L.markerClusterGroup)({
            maxClusterRadius: 64,
            showCoverageOnHover: false,
            animate: !prefersReducedMotion(),
            spiderLegPolylineOptions: { className: "pin-leg" },
            iconCreateFunction: (/** @type {any} */ cluster) => new ClusterIcon({ count: cluster.getChildCount() }),
        });
        map.addLayer(this.#clusters);
    }

    /**
     * Shows these places instead of all others.
     * @param {Pin[]} pins
     */
    replace(pins) {
        for (const marker of this.#markers.values()) if (marker.options.id === this.#open) this.#detach(marker);
        this.#clusters.clearLayers();
        this.#markers.clear();
        for (const pin of pins) this.#make(pin);
        this.#clusters.addLayers([...this.#markers.values()].filter(({ options }) => options.id !== this.#open));
        const open = this.#markers.get(this.#open ?? "");
        if (open) this.#attach(open);
        this.#nameCities();
    }

    /**
     * Adds or updates a place.
     * @param {Pin} pin
     */
    put(pin) {
        this.#drop(pin.id);
        const marker = this.#make(pin);
        if (marker) this.#attach(marker);
        this.#nameCities();
    }

    /** @param {string} id */
    remove(id) {
        this.#drop(id);
        this.#nameCities();
    }

    /** @param {string} id */
    #drop(id) {
        const marker = this.#markers.get(id);
        if (marker) this.#detach(marker);
        this.#markers.delete(id);
    }

    #nameCities() {
        this.#world.nameCitiesBeside(Array.from(this.#markers.values(), (marker) => marker.getLatLng()));
    }

    /**
     * Highlights the pin whose sheet is open; it is never clustered.
     * @param {string | undefined} id
     */
    mark(id) {
        if (id === this.#open) return;
        const changed = [this.#open, id].map((one) => this.#markers.get(one ?? ""));
        for (const marker of changed) if (marker) this.#detach(marker);
        this.#open = id;
        for (const marker of changed) {
            if (!marker) continue;
            marker.setIcon(this.#icon(marker.options.icon.options.name, marker.options.id));
            this.#attach(marker);
        }
    }

    /**
     * Shows a place on the map, zooming in if it is clustered.
     * @param {string} id
     */
    show(id) {
        const marker = this.#markers.get(id);
        if (!marker) return;
        const { lat, lng } = marker.getLatLng();
        const isGathered = marker.options.id !== this.#open && this.#clusters.getVisibleParent(marker) !== marker;
        if (!isGathered && this.#map.getBounds().contains(marker.getLatLng())) return this.#scrollClear(marker);
        this.#map.setView([lat, lng], Math.max(this.#map.getZoom(), 8), { animate: false });
    }

    /**
     * Moves the map just far enough that no control covers a pin.
     * @param {import("leaflet-map").Marker} marker
     */
    #scrollClear(marker) {
        const { x, y } = this.#map.latLngToContainerPoint(marker.getLatLng());
        const { x: width, y: height } = this.#map.getSize();
        const overlap = (/** @type {number} */ at, /** @type {number} */ size) => {
            return at < margin ? at - margin : Math.max(0, at - size + margin);
        };
        const offset = /** @type {[number, number]} */ ([overlap(x, width), overlap(y, height)]);
        if (offset.some((part) => part !== 0)) this.#map.panBy(offset, { animate: false });
    }

    /** @param {import("leaflet-map").Marker} marker */
    #attach(marker) {
        (marker.options.id === this.#open ? this.#map : this.#clusters).addLayer(marker);
    }

    /** @param {import("leaflet-map").Marker} marker */
    #detach(marker) {
        (marker.options.id === this.#open ? this.#map : this.#clusters).removeLayer(marker);
    }

    /**
     * @param {Pin} pin
     * @returns {import("leaflet-map").Marker | undefined}
     */
    #make({ id, name, latitude, longitude }) {
        if (latitude === null || longitude === null || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return;
        const marker = L.marker([latitude, this.#world.near(longitude)], {
            icon: this.#icon(name, id),
            id,
            draggable: true,
            autoPan: true,
            riseOnHover: true,
        });
        marker.on("click", () => this.#callbacks.open(id));
        marker.on("dragend", () => this.#callbacks.move(id, marker.getLatLng()));
        this.#markers.set(id, marker);
        return marker;
    }

    /**
     * @param {string} name
     * @param {string} id
     */
    #icon(name, id) {
        return new PinIcon({ name, isOpen: id === this.#open });
    }
}
