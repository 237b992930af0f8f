// For pages without another script: imports files that are dropped on them.

import { importDroppedFiles } from "../dropped.js";
import { reloadWhenRestored } from "../restored-page.js";

importDroppedFiles();
reloadWhenRestored();
