// A card under its own address.

import { carryDropped } from "../dropped.js";
import { element } from "../page.js";
import { liven } from "../sheet.js";

carryDropped();

liven(document);
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") element("close").click();
});
