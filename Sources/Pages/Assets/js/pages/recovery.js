// Lets the recovery code be printed, asks before its page is left by accident, and tells when the change is done that
// the code belongs to.

import { settledLockState } from "../lock-state.js";
import { element, part } from "../page.js";

const button = element("print");
const done = /** @type {HTMLAnchorElement} */ (element("done"));
const work = document.getElementById("work");
/** @param {Event} event */
const warn = (event) => event.preventDefault();

button.hidden = false;
button.addEventListener("click", () => print());
addEventListener("beforeunload", warn);
done.addEventListener("click", () => removeEventListener("beforeunload", warn));
if (work) showEnd(work);

/**
 * Shows that the change is done; where it failed the code opens nothing, and the next page says why.
 * @param {HTMLElement} line
 */
async function showEnd(line) {
    const { says } = await settledLockState();
    if (says) done.click();
    else part(line, "span").textContent = line.dataset.done ?? "";
}
