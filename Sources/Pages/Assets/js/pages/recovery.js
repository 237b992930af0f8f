// Lets the recovery code be printed, and asks before its page is left by accident; nothing else runs there.

import { element } from "../page.js";

const button = element("print");
button.hidden = false;
button.addEventListener("click", () => print());
/** @param {Event} event */
const warn = (event) => event.preventDefault();
addEventListener("beforeunload", warn);
element("done").addEventListener("click", () => removeEventListener("beforeunload", warn));
