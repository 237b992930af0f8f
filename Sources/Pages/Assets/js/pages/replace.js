// Previews a replacement while the learner types; nothing is changed without a preview.

import { closeOnEscape } from "../composition.js";
import { repeatEarlyChanges } from "../form-content.js";
import { element, part } from "../page.js";
import { followPreview } from "../preview.js";

const form = /** @type {HTMLFormElement} */ (element("form"));
form.addEventListener("input", () => {
    // The preview no longer matches the form.
    /** @type {HTMLInputElement} */ (part(form, "[name=seen]")).value = "";
});
followPreview(form, ["preview", "save"]);
repeatEarlyChanges();
closeOnEscape();
