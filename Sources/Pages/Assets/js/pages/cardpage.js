// The page of one card.

import { importDroppedFiles } from "../dropped.js";
import { repeatEarlyChanges } from "../form-content.js";
import { element } from "../page.js";
import { showCard } from "../sheet.js";

importDroppedFiles();

showCard(document);
repeatEarlyChanges();
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") element("close").click();
});
