// What a form holds, as one text that can be compared.

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
