// Keeps the focus where a part of the page is replaced by a newer one.

/** What can have the focus in such a part. */
const controls = "a[href], button, input, select, textarea, summary";
/** The attributes that tell the purpose of a control. */
const names = ["id", "href", "name", "data-name", "data-option"];

/**
 * Replaces a part of the page. The focus stays on the control that had it, or goes to the one in its place.
 * @param {Element} older
 * @param {() => Element} replace returns the newer part
 */
export function replaceKeepingFocus(older, replace) {
    const { activeElement } = document;
    const place = [...older.querySelectorAll(controls)].findIndex((control) => control === activeElement);
    const newer = replace();
    if (!activeElement || place < 0) return;
    const candidates = [...newer.querySelectorAll(controls)];
    const next = candidates.find((control) => isSame(control, activeElement)) ?? candidates[Math.min(place, candidates.length - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * Whether two controls have the same purpose; what has no address and no name is known by its place only.
 * @param {Element} one
 * @param {Element} other
 */
function isSame(one, other) {
    const isNamed = names.some((name) => one.hasAttribute(name));
    const compared = one.matches("[type=checkbox], [type=radio], button") ? [...names, "value"] : names;
    return isNamed && one.localName === other.localName && compared.every((name) => one.getAttribute(name) === other.getAttribute(name));
}
