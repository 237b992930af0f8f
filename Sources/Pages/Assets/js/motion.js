// The animations of the design, and whether they may run.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the learner has asked for less motion, in the system or in Omena. */
export function prefersReducedMotion() {
    return reduced.matches || document.documentElement.dataset.motion === "reduced";
}

/** The duration of a fade that replaces a movement, in milliseconds. */
const fadeDuration = 120;

/**
 * The value of a custom property.
 * @param {string} name
 */
function token(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * The easing of this name, or a plain one in a browser that cannot read it.
 * @param {string} name
 */
function easing(name) {
    const value = token(name);
    return CSS.supports("animation-timing-function", value) ? value : "ease-out";
}

/** A movement that settles without overshooting. */
export const springMotion = () => ({ duration: 350, easing: easing("--spring-smooth") });

/** The turn of a card. */
export const flipMotion = () => ({ duration: 590, easing: easing("--spring-flip") });

/**
 * Waits until the next frame is painted, for work that should not delay it.
 * @returns {Promise<void>}
 */
export function afterFrame() {
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/**
 * @param {Element} element
 * @param {number} from
 * @param {number} to
 */
export function fade(element, from, to) {
    return element.animate([{ opacity: from }, { opacity: to }], { duration: fadeDuration, fill: "forwards" });
}

/**
 * Timing for a movement over this distance that begins at the speed of the finger.
 * @param {number} distance in pixels
 * @param {number} speed in pixels a millisecond
 */
export function throwMotion(distance, speed) {
    const maxDuration = 490;
    const minDuration = 140;
    if (speed * maxDuration >= distance) {
        return { duration: Math.max(minDuration, distance / speed), easing: "linear" };
    }
    // A Bézier curve starts with the slope y1 / x1.
    const slope = (Math.max(0, speed) * maxDuration) / distance;
    return { duration: maxDuration, easing: `cubic-bezier(.3, ${(0.3 * slope).toFixed(3)}, 1, 1)` };
}
