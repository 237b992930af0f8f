// The coastlines, borders and large cities of the world, which come with Omena (`Scripts/make-world.py` describes the file).

/** The file; every page's script is bundled with this one. */
export const worldAddress = new URL("../world.bin", import.meta.url).href;
/** How wide the world is in the file's units: in pixels at this zoom. */
export const unitZoom = 8;
export const worldSize = 256 * 2 ** unitZoom;
/** How near two vertices may be, and how small an island, before they are left out; in pixels. */
const minDistance = 1;
const minSize = 0.6;
/** How many vertices are drawn or left out together. */
const chunkLength = 24;

/** @typedef {{name: string, x: number, y: number, at: [number, number]}} City its position in units, and in degrees north and east */
/** @typedef {{coasts: Lines, borders: Lines, contested: Lines, cities: City[]}} World */
/**
 * Lines as they are drawn at one zoom: x and y of all vertices; the first chunk of each line, and its bounds; where each
 * chunk starts and ends among the vertices, and its bounds. Bounds are left, top, right and bottom.
 * @typedef {{points: Int32Array, lines: Uint32Array, lineBounds: Int32Array, chunks: Uint32Array, chunkBounds: Int32Array}} Level
 */

/** @type {Promise<World> | undefined} */
let loading;

/** Loads the world, once for all maps of a page. */
export function loadWorld() {
    loading ??= fetch(worldAddress).then(async (response) => {
        if (!response.ok) throw new Error(`The server says ${response.status}.`);
        return read(new Uint8Array(await response.arrayBuffer()));
    });
    loading.catch(() => (loading = undefined));
    return loading;
}

/**
 * @param {Uint8Array} bytes
 * @returns {World}
 */
function read(bytes) {
    const file = new Reader(bytes);
    const [coasts, borders, contested] = [new Lines(file, true), new Lines(file, false), new Lines(file, false)];
    const cities = Array.from({ length: file.number() }, () => {
        const [x, y, name] = [file.number(), file.number(), file.text()];
        return { x, y, name, at: degrees(x, y) };
    });
    return { coasts, borders, contested, cities };
}

/**
 * The degrees north and east of a point of the Mercator map.
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function degrees(x, y) {
    const north = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / worldSize)));
    return [(north * 180) / Math.PI, (x / worldSize) * 360 - 180];
}

/**
 * A point of the Mercator map, in the first copy of the world.
 * @param {number} latitude
 * @param {number} longitude
 */
export function unitsOf(latitude, longitude) {
    const north = Math.asinh(Math.tan((latitude * Math.PI) / 180));
    const turns = longitude / 360 + 0.5;
    return { x: (turns - Math.floor(turns)) * worldSize, y: ((1 - north / Math.PI) / 2) * worldSize };
}

/** Reads the file from its beginning to its end. */
class Reader {
    #bytes;
    #at = 0;

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.#bytes = bytes;
    }

    /** How many numbers there are at most. */
    get size() {
        return this.#bytes.length;
    }

    number() {
        let value = 0;
        let byte = 128;
        for (let shift = 0; byte > 127; shift += 7) {
            byte = this.#bytes[this.#at++];
            value |= (byte & 127) << shift;
        }
        return value;
    }

    signed() {
        const value = this.number();
        return (value >>> 1) ^ -(value & 1);
    }

    text() {
        const length = this.number();
        this.#at += length;
        return new TextDecoder().decode(this.#bytes.subarray(this.#at - length, this.#at));
    }
}

/** Lines of one kind, simplified for each zoom when it is first drawn. */
export class Lines {
    isClosed;
    #points;
    /** Where each line starts in the points, and where the last one ends. */
    #starts;
    /** @type {Map<number, Level>} */
    #levels = new Map();

    /**
     * @param {Reader} file
     * @param {boolean} isClosed whether each line returns to its start
     */
    constructor(file, isClosed) {
        this.isClosed = isClosed;
        const points = new Int32Array(file.size);
        const starts = [0];
        let length = 0;
        let startX = 0;
        let startY = 0;
        for (let left = file.number(); left > 0; left -= 1) {
            let x = startX;
            let y = startY;
            const end = length + 2 * file.number();
            while (length < end) {
                x += file.signed();
                y += file.signed();
                points[length] = x;
                points[length + 1] = y;
                length += 2;
            }
            startX = points[starts[starts.length - 1]];
            startY = points[starts[starts.length - 1] + 1];
            starts.push(length);
        }
        this.#points = points.slice(0, length);
        this.#starts = starts;
    }

    /**
     * The lines with as many vertices as can be told apart.
     * @param {number} zoom
     */
    level(zoom) {
        const step = Math.max(0, Math.min(unitZoom, Math.ceil(zoom)));
        const known = this.#levels.get(step);
        if (known) return known;
        const level = this.#simplify(2 ** (unitZoom - step));
        this.#levels.set(step, level);
        return level;
    }

    /**
     * @param {number} unitsPerPixel
     * @returns {Level}
     */
    #simplify(unitsPerPixel) {
        const nearest = unitsPerPixel === 1 ? 0 : (minDistance * unitsPerPixel) ** 2;
        const smallest = unitsPerPixel === 1 ? 0 : minSize * unitsPerPixel;
        /** @type {Record<"points" | "lines" | "lineBounds" | "chunks" | "chunkBounds", number[]>} */
        const { points, lines, lineBounds, chunks, chunkBounds } = { points: [], lines: [], lineBounds: [], chunks: [], chunkBounds: [] };
        const source = this.#points;
        for (let line = 0; line + 1 < this.#starts.length; line += 1) {
            const start = this.#starts[line];
            const end = this.#starts[line + 1];
            const bounds = boundsOf(source, start, end);
            if (this.isClosed && Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]) < smallest) continue;
            const first = points.length;
            let lastX = NaN;
            let lastY = NaN;
            for (let n = start; n < end; n += 2) {
                const x = source[n];
                const y = source[n + 1];
                const isEnd = n === start || n === end - 2;
                if (!isEnd && !isOnRim(x, y) && (x - lastX) * (x - lastX) + (y - lastY) * (y - lastY) < nearest) continue;
                points.push(x, y);
                lastX = x;
                lastY = y;
            }
            if (this.isClosed) points.push(points[first], points[first + 1]);
            lines.push(chunks.length / 2);
            lineBounds.push(...bounds);
            const last = points.length - 2;
            for (let chunk = first; chunk === first || chunk < last; chunk += 2 * chunkLength) {
                const chunkEnd = Math.min(last, chunk + 2 * chunkLength);
                chunks.push(chunk, chunkEnd);
                chunkBounds.push(...boundsOf(points, chunk, chunkEnd + 2));
            }
        }
        lines.push(chunks.length / 2);
        return {
            points: Int32Array.from(points),
            lines: Uint32Array.from(lines),
            lineBounds: Int32Array.from(lineBounds),
            chunks: Uint32Array.from(chunks),
            chunkBounds: Int32Array.from(chunkBounds),
        };
    }
}

/**
 * Whether a vertex is on the edge of the map, where land ends without a coast.
 * @param {number} x
 * @param {number} y
 */
export function isOnRim(x, y) {
    return x === 0 || x === worldSize || y === worldSize;
}

/**
 * @param {ArrayLike<number>} points
 * @param {number} start
 * @param {number} end
 */
function boundsOf(points, start, end) {
    let left = points[start];
    let top = points[start + 1];
    let right = left;
    let bottom = top;
    for (let n = start + 2; n < end; n += 2) {
        const x = points[n];
        const y = points[n + 1];
        if (x < left) left = x;
        else if (x > right) right = x;
        if (y < top) top = y;
        else if (y > bottom) bottom = y;
    }
    return [left, top, right, bottom];
}
