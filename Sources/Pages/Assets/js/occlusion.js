// Draws the shapes that hide parts of a picture.

const space = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string>} Shape kind, role, points, and perhaps angle, text, size */

/**
 * Draws shapes over the picture of a side; the picture is invisible until they are there.
 * @param {HTMLElement} side
 * @param {Shape[]} shapes
 */
export function drawShapes(side, shapes) {
    const picture = side.querySelector("#image-occlusion-container img") ?? side.querySelector("img");
    if (shapes.length === 0 || !(picture instanceof HTMLImageElement)) return;
    const frame = document.createElement("span");
    frame.className = "io-frame";
    picture.replaceWith(frame);
    frame.append(picture);
    picture.style.visibility = "hidden";
    const draw = () => {
        frame.append(drawing(shapes, picture.naturalWidth || 1, picture.naturalHeight || 1));
        picture.style.visibility = "";
    };
    if (picture.complete && picture.naturalWidth > 0) draw();
    else picture.addEventListener("load", draw, { once: true });
}

/**
 * @param {Shape[]} shapes
 * @param {number} width
 * @param {number} height
 */
function drawing(shapes, width, height) {
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-hidden", "true");
    // The shape that is asked for lies over the other hidden ones.
    const order = ["hidden", "found", "asked"];
    const sorted = [...shapes].sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
    for (const shape of sorted) svg.append(...drawn(shape, width, height));
    return svg;
}

/**
 * @param {Shape} shape
 * @param {number} width
 * @param {number} height
 * @returns {SVGElement[]}
 */
function drawn(shape, width, height) {
    const [x = 0, y = 0, a = 0, b = 0, ...rest] = (shape.points ?? "").split(" ").map(Number);
    const [left, top] = [x * width, y * height];
    /** @type {(name: string, values: Record<string, string | number>) => SVGElement} */
    const make = (name, values) => {
        const element = document.createElementNS(space, name);
        element.setAttribute("class", `io-${shape.kind === "text" ? "text" : shape.role}`);
        for (const [key, value] of Object.entries(values)) element.setAttribute(key, String(value));
        const angle = Number(shape.angle ?? 0);
        if (angle) element.setAttribute("transform", `rotate(${angle} ${left} ${top})`);
        return element;
    };
    switch (shape.kind) {
    case "rect":
        return [make("rect", { x: left, y: top, width: Math.abs(a * width), height: Math.abs(b * height), rx: Math.min(width, height) / 100 })];
    case "ellipse":
        return [make("ellipse", { cx: left + a * width, cy: top + b * height, rx: Math.abs(a * width), ry: Math.abs(b * height) })];
    case "polygon": {
        const numbers = [x, y, a, b, ...rest];
        return [make("polygon", { points: numbers.map((number, n) => number * (n % 2 ? height : width)).join(" ") })];
    }
    case "text": {
        const size = Number(shape.size ?? 0.055) * height;
        const words = make("text", { x: left, y: top + size, "font-size": size });
        words.textContent = shape.text ?? "";
        return [words];
    }
    default: return [];
    }
}
