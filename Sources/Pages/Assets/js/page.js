// What the server wrote into the page.

/** @typedef {import("./types.js").Place} Place */

/**
 * The element of this id; the page is broken without it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no #${id}.`);
    return found;
}

/**
 * The first element below `root` that fits the selector; the page is broken without it.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(root, selector) {
    const found = root.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
    return found;
}

/**
 * A copy of the only element in a template.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function copy(id) {
    const template = /** @type {HTMLTemplateElement} */ (element(id));
    // Of this document from the start: what lies in a template is of another one, which has sheets of its own.
    return /** @type {HTMLElement} */ (document.importNode(/** @type {Element} */ (template.content.firstElementChild), true));
}

/**
 * The data that stands in the page under this id.
 * @param {string} id
 */
export function data(id) {
    return JSON.parse(element(id).textContent ?? "");
}

/** @returns {Place} */
export function place() {
    return data("place");
}

/** @returns {import("./types.js").Settings} */
export function settings() {
    return data("settings");
}

/**
 * Says one whole sentence to a screen reader; for milestones only.
 * @param {string} sentence
 */
export function say(sentence) {
    element("status").textContent = sentence;
}

/**
 * Takes an element from keyboard, pointer and screen reader, or gives it back.
 * @param {HTMLElement} element
 * @param {boolean} isAway
 */
export function setAway(element, isAway) {
    element.inert = isAway;
    if (isAway) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
}
