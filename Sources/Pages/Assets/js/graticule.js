// Lines of latitude and longitude with their degrees: a map that needs no data.

/** @typedef {{x: number, y: number, width: number, height: number, world: number}} Area its start and its size on a map of the whole world, in pixels */

/** Degrees between two lines, from the smallest zoom to the largest. */
const steps = [45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** The least distance between two lines, in pixels. */
const minSpacing = 110;

/**
 * Draws the lines in an area.
 * @param {CanvasRenderingContext2D} pen with the colour of lines
 * @param {Area} area
 * @returns {{text: string, x: number, y: number}[]} the degrees to write beside each crossing
 */
export function drawGraticule(pen, { x: left, y: top, width, height, world }) {
    const step = steps.filter((step) => (step * world) / 360 >= minSpacing).at(-1) ?? steps[0];
    const columns = lines((left / world) * 360 - 180, ((left + width) / world) * 360 - 180, step);
    const rows = lines(latitude(top + height, world), latitude(top, world), step);
    pen.lineWidth = 1;
    pen.beginPath();
    for (const degrees of columns) {
        const x = Math.round(((degrees + 180) / 360) * world - left) + 0.5;
        pen.moveTo(x, 0);
        pen.lineTo(x, height);
    }
    for (const degrees of rows) {
        const y = Math.round(northing(degrees, world) - top) + 0.5;
        pen.moveTo(0, y);
        pen.lineTo(width, y);
    }
    pen.stroke();
    return columns.flatMap((column) => rows.map((row) => ({
        text: `${label(row, "N", "S", step)} ${label(wrap(column), "E", "W", step)}`,
        x: ((column + 180) / 360) * world - left,
        y: northing(row, world) - top,
    })));
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
