// How things move, in the design's own curves; and whether they may.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the learner has asked for less motion, of the system or of Omena. */
export function isStill() {
    return reduced.matches || document.documentElement.dataset.motion === "reduced";
}

/** How long a fade takes that stands in for a movement. */
const fading = 120;

/**
 * A value of the style sheet, by its name.
 * @param {string} name
 */
export function token(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * The easing of this name; a browser that cannot read it takes a plain one.
 * @param {string} name
 */
function easing(name) {
    const value = token(name);
    return CSS.supports("animation-timing-function", value) ? value : "ease-out";
}

/** The curve of a thing that settles without overshooting. */
export const settling = () => ({ duration: 350, easing: easing("--spring-smooth") });

/** The curve of a card that is turned over. */
export const turning = () => ({ duration: 590, easing: easing("--spring-flip") });

/**
 * Waits until the next frame is painted: for what that frame need not wait for.
 * @returns {Promise<void>}
 */
export function afterFrame() {
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * Fades an element in or out.
 * @param {Element} element
 * @param {number} from
 * @param {number} to
 */
export function fade(element, from, to) {
    return element.animate([{ opacity: from }, { opacity: to }], { duration: fading, fill: "forwards" });
}

/**
 * The curve and time for a way of this length that begins at this speed, so that the finger's speed goes on.
 * @param {number} distance pixels
 * @param {number} speed pixels a millisecond
 */
export function throwing(distance, speed) {
    const longest = 490;
    const shortest = 140;
    if (speed * longest >= distance) {
        return { duration: Math.max(shortest, distance / speed), easing: "linear" };
    }
    // A Bézier curve leaves with the slope y1 / x1.
    const slope = (Math.max(0, speed) * longest) / distance;
    return { duration: longest, easing: `cubic-bezier(.3, ${(0.3 * slope).toFixed(3)}, 1, 1)` };
}
