// The first page: brings answers home that a session left behind.

import { place } from "./page.js";
import { Queue } from "./queue.js";
import { showSaving } from "./saving.js";
import { Store } from "./store.js";

const queue = new Queue(await Store.open(), place());
showSaving(queue);
await queue.send();
