// Classes: copies the link of one, and imports files that are dropped on the page.

import { offerCopying } from "../copy-link.js";
import { importDroppedFiles } from "../dropped.js";

importDroppedFiles();
offerCopying();
