// The page of one card.

import { closeOnEscape } from "../composition.js";
import { importDroppedFiles } from "../dropped.js";
import { repeatEarlyChanges } from "../form-content.js";
import { reloadWhenRestored } from "../restored-page.js";
import { showCard } from "../sheet.js";

importDroppedFiles();
reloadWhenRestored();

showCard(document);
repeatEarlyChanges();
closeOnEscape();
