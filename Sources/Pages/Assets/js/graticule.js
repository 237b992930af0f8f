// Lines of latitude and longitude with their degrees: a map that needs no network.

import L from "./leaflet.js";

/** Degrees between two lines, from the smallest zoom to the largest. */
const steps = [45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** The least distance between two lines, in pixels. */
const minSpacing = 110;
const size = 256;
/** The smallest zoom at which degrees tell more than coastlines. */
const firstWithDegrees = 9;

/** Tiles of lines, drawn on demand in the current text and border colours of the map. */
export const Graticule = L.GridLayer.extend({
    /** @param {import("leaflet-map").Coords} coords */
    createTile(coords) {
        const tile = document.createElement("canvas");
        const scale = Math.min(2, devicePixelRatio || 1);
        tile.width = tile.height = size * scale;
        const pen = tile.getContext("2d");
        if (!pen) return tile;
        pen.scale(scale, scale);
        const { color, borderTopColor } = getComputedStyle(this._map.getContainer());
        pen.fillStyle = color;
        pen.strokeStyle = borderTopColor;
        draw(pen, coords, !this._hasNames || coords.z >= firstWithDegrees);
        return tile;
    },

    /** Leaves the degrees out where the map has coastlines and names instead. */
    leaveOutDegrees() {
        this._hasNames = true;
        this.redraw();
    },
});

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import("leaflet-map").Coords} coords
 * @param {boolean} hasDegrees
 */
function draw(pen, { x, y, z }, hasDegrees) {
    const world = size * 2 ** z;
    const step = steps.filter((step) => (step * world) / 360 >= minSpacing).at(-1) ?? steps[0];
    const left = x * size;
    const top = y * size;
    // A label may extend into the next tile, so both draw it.
    const columns = lines((left - minSpacing) / world * 360 - 180, (left + size + minSpacing) / world * 360 - 180, step);
    const rows = lines(latitude(top + size + minSpacing, world), latitude(top - minSpacing, world), step);
    pen.font = "600 11px system-ui, sans-serif";
    pen.lineWidth = 1;
    pen.beginPath();
    for (const degrees of columns) {
        const at = Math.round((degrees + 180) / 360 * world - left) + 0.5;
        pen.moveTo(at, 0);
        pen.lineTo(at, size);
    }
    for (const degrees of rows) {
        const at = Math.round(northing(degrees, world) - top) + 0.5;
        pen.moveTo(0, at);
        pen.lineTo(size, at);
    }
    pen.stroke();
    if (!hasDegrees) return;
    for (const column of columns) {
        for (const row of rows) {
            const across = (column + 180) / 360 * world - left;
            const down = northing(row, world) - top;
            pen.fillText(`${label(row, "N", "S", step)} ${label(wrap(column), "E", "W", step)}`, across + 6, down - 6);
        }
    }
}

/**
 * All multiples of `step` in a range.
 * @param {number} from
 * @param {number} to
 * @param {number} step
 */
function lines(from, to, step) {
    const first = Math.ceil(from / step);
    const count = Math.max(0, Math.floor(to / step) - first + 1);
    return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/**
 * The latitude of a pixel below the top of the Mercator map.
 * @param {number} down
 * @param {number} world
 */
function latitude(down, world) {
    return Math.atan(Math.sinh(Math.PI * (1 - (2 * down) / world))) * (180 / Math.PI);
}

/**
 * @param {number} degrees
 * @param {number} world
 */
function northing(degrees, world) {
    return (1 - Math.asinh(Math.tan((degrees * Math.PI) / 180)) / Math.PI) / 2 * world;
}

/** @param {number} degrees */
function wrap(degrees) {
    return ((degrees + 180) % 360 + 360) % 360 - 180;
}

/**
 * @param {number} degrees
 * @param {string} above
 * @param {string} below
 * @param {number} step
 */
function label(degrees, above, below, step) {
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const number = Math.abs(degrees).toFixed(decimals);
    const isNone = Number(number) === 0;
    return `${number}°${isNone ? "" : degrees < 0 ? below : above}`;
}
