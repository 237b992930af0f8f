// A card under its own address.

import { element } from "../page.js";
import { liven } from "../sheet.js";

liven(document);
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") element("close").click();
});
