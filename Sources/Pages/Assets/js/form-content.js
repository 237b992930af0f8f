// What a form holds, as one text that can be compared, and what the learner changed before the scripts of a page ran.

import { part } from "./page.js";

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** @param {HTMLFormElement} form */
export function content(form) {
    return new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();
}

/**
 * What the form held when the server sent it: a learner may have typed before the scripts of a page run.
 * @param {HTMLFormElement} form
 */
export function originalContent(form) {
    const original = /** @type {HTMLFormElement} */ (form.cloneNode(true));
    original.reset();
    return content(original);
}

/**
 * Keeps the fields of a form from being changed while it is sent: the page that comes back would not have the changes. The
 * returned function unlocks them, and returns the focus.
 * @param {HTMLFormElement} form
 */
export function lockFields(form) {
    const fields = part(form, ".sheet-body");
    const { activeElement } = document;
    fields.inert = true;
    return () => {
        fields.inert = false;
        if (activeElement instanceof HTMLElement && fields.contains(activeElement)) activeElement.focus({ preventScroll: true });
    };
}

/**
 * Repeats the events of controls that the learner changed before the scripts of the page ran, as on a slow network. Called
 * once the page's script listens to them.
 */
export function repeatEarlyChanges() {
    for (const control of /** @type {NodeListOf<Control>} */ (document.querySelectorAll("input, select, textarea"))) {
        if (!isChanged(control)) continue;
        control.dispatchEvent(new Event("input", { bubbles: true }));
        // The browser itself tells when a text that is being typed is complete.
        if (control.matches(":focus:is(textarea, input:not([type=checkbox], [type=radio], [type=range]))")) continue;
        control.dispatchEvent(new Event("change", { bubbles: true }));
    }
}

/** @param {Control} control */
function isChanged(control) {
    if (control instanceof HTMLSelectElement) {
        if (control.multiple || control.options.length === 0) return false;
        return control.selectedIndex !== Math.max(0, [...control.options].findIndex((option) => option.defaultSelected));
    }
    if (control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)) {
        // Of radio buttons only the one that was chosen has events.
        return control.checked !== control.defaultChecked && (control.checked || control.type === "checkbox");
    }
    return control.value !== control.defaultValue;
}
