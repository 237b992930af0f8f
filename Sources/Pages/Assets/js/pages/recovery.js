// Lets the recovery code be printed; nothing else runs on its page.

import { element } from "../page.js";

const button = element("print");
button.hidden = false;
button.addEventListener("click", () => print());
