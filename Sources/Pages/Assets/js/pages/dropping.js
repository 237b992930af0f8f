// Of pages that have no script of their own: what is dropped on them is imported.

import { carryDropped } from "../dropped.js";

carryDropped();
