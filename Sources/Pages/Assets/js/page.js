// Access to what the server wrote into the page.

/** @typedef {import("./types.js").PageContext} PageContext */

/**
 * The element with this id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no #${id}.`);
    return found;
}

/**
 * The first element below `root` that matches the selector, and must exist.
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
export function cloneTemplate(id) {
    const template = /** @type {HTMLTemplateElement} */ (element(id));
    // Imported into this document before use, because a template's content belongs to one with other style sheets.
    return /** @type {HTMLElement} */ (document.importNode(/** @type {Element} */ (template.content.firstElementChild), true));
}

/**
 * The JSON data in the element with this id.
 * @param {string} id
 */
export function data(id) {
    return JSON.parse(element(id).textContent ?? "");
}

/** @returns {PageContext} */
export function pageContext() {
    return data("place");
}

/** @returns {import("./types.js").Settings} */
export function settings() {
    return data("settings");
}

/**
 * Announces a whole sentence to screen readers; for milestones only.
 * @param {string} sentence
 */
export function announce(sentence) {
    element("status").textContent = sentence;
}

/**
 * Hides an element from keyboard, pointer and screen readers, or restores it.
 * @param {HTMLElement} element
 * @param {boolean} isAway
 */
export function setInert(element, isAway) {
    element.inert = isAway;
    if (isAway) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
}
