// The page of one card.

import { closeOnEscape } from "../composition.js";
import { importDroppedFiles } from "../dropped.js";
import { repeatEarlyChanges } from "../form-content.js";
import { showCard } from "../sheet.js";

importDroppedFiles();

showCard(document);
repeatEarlyChanges();
closeOnEscape();
