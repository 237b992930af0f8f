// Draws the world on a canvas: land, borders, and the names of large cities.

import { placeNames, preparePen } from "./city-names.js";
import L from "./leaflet.js";
import { isOnRim, loadWorld, unitZoom, worldSize } from "./world.js";

/** @typedef {import("./world.js").Level} Level */
/** @typedef {import("./world.js").City} City */
/**
 * What the canvas shows: the first unit at its left and top, pixels a unit, and its size in pixels.
 * @typedef {{left: number, top: number, scale: number, width: number, height: number}} View
 */

/** How far the canvas extends beyond the map, in pixels, so that it is drawn anew only now and then while the map moves. */
const margin = 192;
/** More than half the width of any line, in pixels. */
const bleed = 4;

/** A layer that needs no network; its colours come from the style of its canvas, and its font from the map. */
export const WorldLayer = L.Renderer.extend({
    /** Resolves once the world is there to be drawn. */
    ready: undefined,

    /** @type {(city: City) => boolean} whether a city may be named on this map */
    _isNamed: () => true,

    _initContainer() {
        this._container = document.createElement("canvas");
        this._container.className = "world";
        this.ready = loadWorld().then((world) => {
            this._world = world;
            if (this._map) this._update();
        });
    },

    _destroyContainer() {
        this._container.remove();
        delete this._container;
    },

    getEvents() {
        return { ...L.Renderer.prototype.getEvents.call(this), move: this._onMove };
    },

    /** Draws again before the map leaves the canvas. */
    _onMove() {
        const { _map: map, _bounds: bounds } = this;
        if (!bounds || map.getZoom() !== this._zoom) return;
        const start = map.containerPointToLayerPoint([0, 0]);
        if (!bounds.contains(start) || !bounds.contains(start.add(map.getSize()))) this._update();
    },

    /** Draws with the current colours. */
    redraw() {
        if (this._map) this._update();
    },

    /**
     * Names only some of the cities.
     * @param {(city: City) => boolean} isNamed
     */
    nameOnly(isNamed) {
        this._isNamed = isNamed;
        this._names = undefined;
        this.redraw();
    },

    /**
     * Moves and scales the canvas with a map that zooms.
     * @param {import("leaflet-map").LatLng} center
     * @param {number} zoom
     */
    _updateTransform(center, zoom) {
        const { _map: map, _container: canvas } = this;
        const scale = map.getZoomScale(zoom, this._zoom);
        const half = map.getSize().divideBy(2).add([margin, margin]);
        const corner = map.project(this._center, zoom).subtract(half.multiplyBy(scale));
        L.DomUtil.setTransform(canvas, corner.subtract(map._getNewPixelOrigin(center, zoom)), scale);
    },

    _update() {
        const { _map: map, _container: canvas } = this;
        if (map._animatingZoom && this._bounds) return;
        const size = map.getSize();
        this._zoom = map.getZoom();
        this._center = map.getCenter();
        const start = map.containerPointToLayerPoint([-margin, -margin]);
        this._bounds = L.bounds(start, start.add([size.x + 2 * margin, size.y + 2 * margin]));
        const [width, height] = [size.x + 2 * margin, size.y + 2 * margin];
        const ratio = Math.min(2, devicePixelRatio || 1);
        if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
            Object.assign(canvas, { width: width * ratio, height: height * ratio });
            Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
        }
        L.DomUtil.setPosition(canvas, start);
        const pen = canvas.getContext("2d");
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        pen.clearRect(0, 0, width, height);
        if (!this._world) return;
        const origin = map.getPixelOrigin();
        const scale = 2 ** (this._zoom - unitZoom);
        this._draw(pen, { left: (origin.x + start.x) / scale, top: (origin.y + start.y) / scale, scale, width, height });
    },

    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {View} view
     */
    _draw(pen, view) {
        const { fill, stroke, color, borderTopColor, outlineColor } = getComputedStyle(this._container);
        const { coasts, borders, contested, cities } = this._world;
        pen.lineJoin = pen.lineCap = "round";
        const land = trace(coasts.level(this._zoom), view);
        pen.fillStyle = fill;
        for (const area of land.areas) pen.fill(area);
        pen.strokeStyle = borderTopColor;
        pen.lineWidth = this._zoom < 4 ? 0.75 : 1;
        for (const line of trace(borders.level(this._zoom), view).lines) pen.stroke(line);
        pen.setLineDash([4, 4]);
        for (const line of trace(contested.level(this._zoom), view).lines) pen.stroke(line);
        pen.setLineDash([]);
        pen.strokeStyle = stroke;
        for (const line of land.lines) pen.stroke(line);

        const { fontSize } = getComputedStyle(document.documentElement);
        preparePen(pen, this._zoom, parseFloat(fontSize) / 16);
        const key = `${this._zoom} ${pen.font}`;
        if (this._names?.key !== key) this._names = { key, names: placeNames(pen, cities.filter(this._isNamed), this._zoom) };
        pen.fillStyle = color;
        pen.strokeStyle = outlineColor;
        pen.lineWidth = 3;
        for (const shift of copies(view)) {
            for (const { x, y, name, nameX, nameY, radius } of this._names.names) {
                const [across, down] = [(x + shift - view.left) * view.scale, (y - view.top) * view.scale];
                if (across < -margin || down < -margin || across > view.width + margin || down > view.height + margin) continue;
                pen.beginPath();
                pen.arc(across, down, radius, 0, 2 * Math.PI);
                pen.stroke();
                pen.fill();
                pen.strokeText(name, across + nameX, down + nameY);
                pen.fillText(name, across + nameX, down + nameY);
            }
        }
    },
});

/**
 * The copies of the world in view, by their distance from the first one.
 * @param {View} view
 */
function copies({ left, scale, width }) {
    const first = Math.floor(left / worldSize);
    const last = Math.floor((left + width / scale) / worldSize);
    return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * worldSize);
}

/**
 * The lines as paths, to fill and to draw: those within the map, which are the same, and those that end at the edge of the
 * map, which is not drawn.
 *
 * Chunks beside the view are replaced by a straight line, which is beside it as well and so changes nothing that is seen.
 * @param {Level} level
 * @param {View} view
 */
function trace({ points, lines, lineBounds, chunks, chunkBounds }, view) {
    const { scale, top } = view;
    const [inner, rimArea, rimLine] = [new Path2D(), new Path2D(), new Path2D()];
    for (const shift of copies(view)) {
        const left = view.left - shift;
        const seen = [left - bleed / scale, top - bleed / scale, left + (view.width + bleed) / scale, top + (view.height + bleed) / scale];
        for (let n = 0; n + 1 < lines.length; n += 1) {
            const at = 4 * n;
            if (isBeside(lineBounds, at, seen)) continue;
            const touchesRim = isOnRim(lineBounds[at], 1) || isOnRim(lineBounds[at + 2], lineBounds[at + 3]);
            const line = touchesRim ? rimLine : inner;
            const start = chunks[2 * lines[n]];
            const [startX, startY] = [(points[start] - left) * scale, (points[start + 1] - top) * scale];
            line.moveTo(startX, startY);
            if (touchesRim) rimArea.moveTo(overlapped(points[start], startX), startY);
            for (let chunk = lines[n]; chunk < lines[n + 1]; chunk += 1) {
                const end = chunks[2 * chunk + 1];
                for (let at = isBeside(chunkBounds, 4 * chunk, seen) ? end : chunks[2 * chunk] + 2; at <= end; at += 2) {
                    const [x, y] = [points[at], points[at + 1]];
                    const [across, down] = [(x - left) * scale, (y - top) * scale];
                    if (touchesRim) rimArea.lineTo(overlapped(x, across), down);
                    if (touchesRim && isOnRim(x, y) && isOnRim(points[at - 2], points[at - 1])) line.moveTo(across, down);
                    else line.lineTo(across, down);
                }
                // An island of a single vertex is a dot.
                if (end === start) line.lineTo(startX, startY);
            }
        }
    }
    return { areas: [inner, rimArea], lines: [inner, rimLine] };
}

/**
 * @param {Int32Array} bounds
 * @param {number} at
 * @param {number[]} seen left, top, right and bottom of what is seen
 */
function isBeside(bounds, at, [left, top, right, bottom]) {
    return bounds[at] > right || bounds[at + 2] < left || bounds[at + 1] > bottom || bounds[at + 3] < top;
}

/**
 * Extends land a little beyond the edge of the map, so that there is no seam between two copies of the world.
 * @param {number} x
 * @param {number} across its position in pixels
 */
function overlapped(x, across) {
    return x === 0 ? across - 1 : x === worldSize ? across + 1 : across;
}
