// Shows, as one types, what a replacement would do; nothing is changed before it was seen.

import { element, part } from "../page.js";
import { followPreview } from "../preview.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
form.addEventListener("input", () => {
    // What is shown is not what would be done any more.
    /** @type {HTMLInputElement} */ (part(form, "[name=seen]")).value = "";
});
followPreview(form, ["preview", "save"]);
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") element("close").click();
});
