// Draws the world on a canvas: land, borders, a grid of degrees, and the names of large cities.

import { placeNames, preparePen } from "./city-names.js";
import { drawGraticule } from "./graticule.js";
import L from "./leaflet.js";
import { isOnRim, unitZoom, worldSize } from "./world.js";

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
/** The smallest zoom at which degrees tell more than coastlines. */
const firstWithDegrees = 9;

/** A layer that needs no network; its colours come from the style of its canvas, and its font from the map. */
export const WorldLayer = L.Renderer.extend({
    /** @type {(city: City, zoom: number) => boolean} whether a city may be named on this map */
    _isNamed: () => true,

    _initContainer() {
        this._container = document.createElement("canvas");
        this._container.className = "world";
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

    /**
     * Draws this world from now on.
     * @param {import("./world.js").World} world
     */
    show(world) {
        this._world = world;
        this.redraw();
    },

    /** Draws with the current colours. */
    redraw() {
        this._painted = undefined;
        if (this._map) this._update();
    },

    /**
     * Names only some of the cities.
     * @param {(city: City, zoom: number) => boolean} isNamed
     */
    nameOnly(isNamed) {
        this._isNamed = isNamed;
        this._names = undefined;
        this.redraw();
    },

    _reset() {
        this._update();
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
        const size = map.getSize().add([2 * margin, 2 * margin]);
        // A pointer may be between two pixels; what is drawn may not.
        const start = map.containerPointToLayerPoint([-margin, -margin]).round();
        this._zoom = map.getZoom();
        this._center = map.layerPointToLatLng(start.add(size.divideBy(2)));
        this._bounds = L.bounds(start, start.add(size));
        L.DomUtil.setPosition(canvas, start);
        const origin = map.getPixelOrigin().add(start);
        const { x: width, y: height } = size;
        this._paint({ x: origin.x, y: origin.y, width, height, zoom: this._zoom, ratio: Math.min(2, devicePixelRatio || 1) });
    },

    /**
     * Paints a part of the map; what the canvas has of it already is only moved.
     * @param {{x: number, y: number, width: number, height: number, zoom: number, ratio: number}} part where it starts on
     *     a map of the whole world, and its size, in pixels
     */
    _paint(part) {
        const { _container: canvas, _painted: old } = this;
        const { x, y, width, height, zoom, ratio } = part;
        this._painted = part;
        const pen = canvas.getContext("2d");
        const isSame = old && old.width === width && old.height === height && old.zoom === zoom && old.ratio === ratio;
        const [across, down] = isSame ? [old.x - x, old.y - y] : [width, height];
        const canMove = Math.abs(across) < width && Math.abs(down) < height && [across, down].every((way) => Number.isInteger(way * ratio));
        if (!canMove) {
            Object.assign(canvas, { width: width * ratio, height: height * ratio });
            Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
            return this._paintArea(pen, part, 0, 0, width, height);
        }
        if (across === 0 && down === 0) return;
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.globalCompositeOperation = "copy";
        pen.drawImage(canvas, across * ratio, down * ratio);
        pen.globalCompositeOperation = "source-over";
        const [wide, high] = [Math.abs(across), Math.abs(down)];
        if (wide > 0) this._paintArea(pen, part, across > 0 ? 0 : width - wide, 0, wide, height);
        if (high > 0) this._paintArea(pen, part, Math.max(0, across), down > 0 ? 0 : height - high, width - wide, high);
    },

    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {{x: number, y: number, ratio: number}} part
     * @param {number} left
     * @param {number} top
     * @param {number} width
     * @param {number} height
     */
    _paintArea(pen, { x, y, ratio }, left, top, width, height) {
        const scale = 2 ** (this._zoom - unitZoom);
        pen.save();
        pen.setTransform(ratio, 0, 0, ratio, left * ratio, top * ratio);
        pen.beginPath();
        pen.rect(0, 0, width, height);
        pen.clip();
        this._draw(pen, { left: (x + left) / scale, top: (y + top) / scale, scale, width, height });
        pen.restore();
    },

    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {View} view
     */
    _draw(pen, view) {
        const { color, columnRuleColor, outlineColor } = getComputedStyle(this._container);
        pen.lineJoin = "bevel";
        pen.lineCap = "round";
        if (this._world) this._drawLand(pen, view);
        const { left, top, scale, width, height } = view;
        pen.strokeStyle = columnRuleColor;
        const degrees = drawGraticule(pen, { x: left * scale, y: top * scale, width, height, world: worldSize * scale });

        this._fontSize = preparePen(pen, this._zoom, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
        Object.assign(pen, { fillStyle: color, strokeStyle: outlineColor, lineWidth: 3 });
        if (!this._world || this._zoom >= firstWithDegrees) for (const { text, x, y } of degrees) write(pen, text, x + 6, y - 10);
        if (this._world) this._drawNames(pen, view);
    },

    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {View} view
     */
    _drawLand(pen, view) {
        const { fill, stroke, borderTopColor } = getComputedStyle(this._container);
        const { coasts, borders, contested } = this._world;
        const land = trace(coasts.level(this._zoom), view);
        pen.fillStyle = fill;
        pen.fill(land.area);
        pen.strokeStyle = borderTopColor;
        // One pixel of the screen, which browsers draw several times as fast as wider lines.
        pen.lineWidth = 1 / this._painted.ratio;
        for (const line of trace(borders.level(this._zoom), view).lines) pen.stroke(line);
        pen.setLineDash([4, 4]);
        for (const line of trace(contested.level(this._zoom), view).lines) pen.stroke(line);
        pen.setLineDash([]);
        pen.strokeStyle = stroke;
        for (const line of land.lines) pen.stroke(line);
    },

    /**
     * @param {CanvasRenderingContext2D} pen
     * @param {View} view
     */
    _drawNames(pen, view) {
        const { _zoom: zoom, _fontSize: fontSize } = this;
        if (this._names?.zoom !== zoom || this._names.fontSize !== fontSize) {
            const cities = this._world.cities.filter((/** @type {City} */ city) => this._isNamed(city, zoom));
            this._names = { zoom, fontSize, names: placeNames(pen, cities, zoom, fontSize) };
        }
        for (const shift of copies(view)) {
            for (const { x, y, name, nameX, nameY, radius } of this._names.names) {
                const [across, down] = [(x + shift - view.left) * view.scale, (y - view.top) * view.scale];
                if (across < -margin || down < -margin || across > view.width + margin || down > view.height + margin) continue;
                pen.beginPath();
                pen.arc(across, down, radius, 0, 2 * Math.PI);
                pen.stroke();
                pen.fill();
                write(pen, name, across + nameX, down + nameY);
            }
        }
    },
});

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function write(pen, text, x, y) {
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
}

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
 * The lines as paths, to fill and to draw: those within the map are the same for both; of those that end at the edge of the
 * map, the edge is not drawn.
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
            const startX = (points[start] - left) * scale;
            const startY = (points[start + 1] - top) * scale;
            line.moveTo(startX, startY);
            if (touchesRim) rimArea.moveTo(...beyondRim(points[start], points[start + 1], startX, startY));
            for (let chunk = lines[n]; chunk < lines[n + 1]; chunk += 1) {
                const end = chunks[2 * chunk + 1];
                for (let at = isBeside(chunkBounds, 4 * chunk, seen) ? end : chunks[2 * chunk] + 2; at <= end; at += 2) {
                    const x = points[at];
                    const y = points[at + 1];
                    const across = (x - left) * scale;
                    const down = (y - top) * scale;
                    if (touchesRim) rimArea.lineTo(...beyondRim(x, y, across, down));
                    if (touchesRim && isOnRim(x, y) && isOnRim(points[at - 2], points[at - 1])) line.moveTo(across, down);
                    else line.lineTo(across, down);
                }
                // An island of a single vertex is a dot.
                if (end === start) line.lineTo(startX, startY);
            }
        }
    }
    // In one path, because a sea like the Caspian is a hole in land at the edge of the map.
    rimArea.addPath(inner);
    return { area: rimArea, lines: [inner, rimLine] };
}

/**
 * @param {Int32Array} bounds
 * @param {number} at
 * @param {number[]} seen left, top, right and bottom of what is seen
 */
function isBeside(bounds, at, seen) {
    return bounds[at] > seen[2] || bounds[at + 2] < seen[0] || bounds[at + 1] > seen[3] || bounds[at + 3] < seen[1];
}

/**
 * Extends land beyond the edge of the map: a little at the date line, so that there is no seam between two copies of the world,
 * and far to the south.
 * @param {number} x
 * @param {number} y
 * @param {number} across its position in pixels
 * @param {number} down
 * @returns {[number, number]}
 */
function beyondRim(x, y, across, down) {
    return [x === 0 ? across - 1 : x === worldSize ? across + 1 : across, y === worldSize ? down + 5000 : down];
}
