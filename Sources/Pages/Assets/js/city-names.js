// Which cities are named on the map, and where, so that no name covers another.

import { unitZoom } from "./world.js";

/** @typedef {import("./world.js").City} City */
/** @typedef {City & {nameX: number, nameY: number, radius: number}} NamedCity the start of the name relative to the city, in pixels */

/** How many cities are named at most, by zoom; the last number is for all larger zooms. */
const counts = [6, 12, 28, 70, 130, Infinity];
/** The space around a name, in pixels. */
const space = 3;

/**
 * Sets the font of the names; returns its size in pixels.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} zoom
 * @param {number} textSize relative to the usual size of text
 */
export function preparePen(pen, zoom, textSize) {
    const fontSize = Math.round((zoom < 4 ? 11 : 12) * textSize);
    pen.font = `600 ${fontSize}px system-ui, sans-serif`;
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.direction = "ltr";
    return fontSize;
}

/**
 * The cities to name.
 * @param {CanvasRenderingContext2D} pen with the font of the names
 * @param {City[]} cities the most important first
 * @param {number} zoom
 * @param {number} fontSize
 */
export function placeNames(pen, cities, zoom, fontSize) {
    const scale = 2 ** (zoom - unitZoom);
    const radius = zoom < 4 ? 2 : 2.5;
    const gap = radius + 3;
    const height = 1.3 * fontSize;
    /** @type {number[][]} */
    const taken = [];
    /** @type {NamedCity[]} */
    const names = [];
    for (const city of cities.slice(0, counts[Math.min(Math.max(0, Math.floor(zoom)), counts.length - 1)])) {
        const [x, y] = [city.x * scale, city.y * scale];
        const dot = [x - radius, y - radius, x + radius, y + radius];
        if (taken.some((box) => overlap(box, dot))) continue;
        const { width } = pen.measureText(city.name);
        const positions = [[gap, 0], [-gap - width, 0], [-width / 2, -gap - height / 2], [-width / 2, gap + height / 2]];
        for (const [nameX, nameY] of positions) {
            const [left, top] = [x + nameX - space, y + nameY - height / 2];
            const box = [left, top, left + width + 2 * space, top + height];
            if (taken.some((other) => overlap(other, box))) continue;
            taken.push(box, dot);
            names.push({ ...city, nameX, nameY, radius });
            break;
        }
    }
    return names;
}

/**
 * @param {number[]} one left, top, right and bottom
 * @param {number[]} other
 */
function overlap(one, other) {
    return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}
