// A busy button: shows that it is working, and ignores further presses.

/**
 * Runs the work of a form's button, which shows a message meanwhile.
 * @param {HTMLFormElement} form
 * @param {string} words
 * @param {() => Promise<void>} work
 */
export async function whileBusy(form, words, work) {
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
    if (button.getAttribute("aria-disabled") === "true") return;
    const before = [...button.childNodes];
    const spinner = document.createElement("span");
    spinner.className = "spinner";
    spinner.setAttribute("aria-hidden", "true");
    const label = document.createElement("span");
    label.textContent = words;
    button.setAttribute("aria-disabled", "true");
    button.replaceChildren(spinner, label);
    try {
        await work();
    } finally {
        button.removeAttribute("aria-disabled");
        button.replaceChildren(...before);
    }
}
