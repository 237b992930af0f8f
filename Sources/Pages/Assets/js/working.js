// A button that works: it says so, and takes no second press.

/**
 * Runs some work that a form's button began; the button says so meanwhile.
 * @param {HTMLFormElement} form
 * @param {string} words
 * @param {() => Promise<void>} work
 */
export async function whileWorking(form, words, work) {
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
