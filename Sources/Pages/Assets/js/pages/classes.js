// Classes: copies the link of one, and imports files that are dropped on the page.

import { importDroppedFiles } from "../dropped.js";
import { announce } from "../page.js";
import { phrase } from "../phrases.js";

importDroppedFiles();

const link = document.getElementById("class-link");
const copy = document.getElementById("copy");
if (copy && link instanceof HTMLInputElement && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
        link.select();
        await navigator.clipboard.writeText(link.value);
        copy.textContent = phrase("Copied");
        announce(phrase("Copied"));
    });
}
