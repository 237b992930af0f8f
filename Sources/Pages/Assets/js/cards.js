// The list of cards: rows answer to swipes, keys and their menus, and what was deleted can be had back at once.

import { element, part, say } from "./page.js";

/** How far a row is swiped before it means something, in pixels. */
const reach = 72;

/** How long a query waits for the next letter, in milliseconds. */
const patience = 60;

const found = document.getElementById("found");
found?.addEventListener("click", close);
found?.addEventListener("submit", remove);
found?.addEventListener("keydown", key);
found?.addEventListener("pointerdown", begin);
document.getElementById("query")?.addEventListener("input", search);
document.getElementById("sort")?.addEventListener("change", search);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(event);
    const isWriting = event.target instanceof HTMLInputElement;
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
        event.preventDefault();
        document.getElementById("query")?.focus();
    }
});
watchEnd();

/**
 * Closes menus that the event was not meant for.
 * @param {Event} event
 */
function closeMenus(event) {
    for (const menu of document.querySelectorAll("details.row-menu[open]")) {
        if (event.type === "click" && menu.contains(/** @type {Node} */ (event.target))) continue;
        const hadFocus = menu.contains(document.activeElement);
        menu.removeAttribute("open");
        if (hadFocus && event.type !== "click") part(menu, "summary").focus();
    }
}

/**
 * Delete removes the row that has the focus, as its menu does.
 * @param {KeyboardEvent} event
 */
function key(event) {
    const row = /** @type {HTMLElement} */ (event.target).closest("li");
    if (!row || event.key !== "Delete") return;
    event.preventDefault();
    part(row, "form").querySelector("button")?.click();
}

/**
 * Deletes a row without leaving the page.
 * @param {SubmitEvent} event
 */
async function remove(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const row = form.closest("li");
    if (!row) return;
    event.preventDefault();
    try {
        const response = await fetch(form.action, { method: "POST", body: new URLSearchParams({ do: "delete" }) });
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const next = row.nextElementSibling ?? row.previousElementSibling;
        row.remove();
        document.getElementById("done")?.remove();
        const done = page.getElementById("done");
        if (done) part(document, "main").append(done);
        const count = page.getElementById("count");
        if (count) element("count").replaceWith(count);
        part(next ?? document, "a.open-card, #add").focus();
        say(done?.querySelector("p")?.textContent ?? "Deleted");
    } catch {
        say("Not deleted: Omena cannot be reached right now.");
        row.style.removeProperty("--dx");
    }
}

/**
 * A swipe that has just ended is no click.
 * @param {Event} event
 */
function close(event) {
    const row = /** @type {HTMLElement} */ (event.target).closest("li");
    if (row?.dataset.swiped && event.isTrusted) event.preventDefault();
}

/**
 * Follows a finger along a row: to the left deletes, to the right edits.
 * @param {PointerEvent} down
 */
function begin(down) {
    const row = /** @type {HTMLElement} */ (down.target).closest("li");
    if (!row || down.pointerType === "mouse" || /** @type {HTMLElement} */ (down.target).closest(".row-menu")) return;
    let dx = 0;
    const follow = (/** @type {PointerEvent} */ move) => {
        if (move.pointerId !== down.pointerId) return;
        dx = move.clientX - down.clientX;
        if (Math.abs(dx) > 8) row.dataset.swiped = "yes";
        row.style.setProperty("--dx", `${dx}`);
        row.dataset.way = Math.abs(dx) < reach ? "" : dx < 0 ? "delete" : "edit";
    };
    const end = (/** @type {PointerEvent} */ up) => {
        if (up.pointerId !== down.pointerId) return;
        document.removeEventListener("pointermove", follow);
        document.removeEventListener("pointerup", end);
        document.removeEventListener("pointercancel", end);
        const isMeant = up.type === "pointerup" && Math.abs(dx) >= reach;
        setTimeout(() => delete row.dataset.swiped);
        delete row.dataset.way;
        if (isMeant && dx < 0) part(row, "form").querySelector("button")?.click();
        else row.style.removeProperty("--dx");
        if (isMeant && dx > 0) /** @type {HTMLElement} */ (row.querySelector("a.open-card")).click();
    };
    document.addEventListener("pointermove", follow);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;

/** Finds as one types; what was asked before is forgotten. */
function search() {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
        asking?.abort();
        asking = new AbortController();
        const form = /** @type {HTMLFormElement} */ (element("search"));
        const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
        for (const [name, usual] of [["query", ""], ["sort", "newest"]]) {
            if (fields.get(name) === usual) fields.delete(name);
        }
        const address = fields.toString() ? `${form.action}?${fields}` : form.action;
        try {
            const response = await fetch(address, { signal: asking.signal });
            const page = new DOMParser().parseFromString(await response.text(), "text/html");
            element("found").replaceChildren(...part(page, "#found").childNodes);
            part(document, "#add").setAttribute("href", part(page, "#add").getAttribute("href") ?? "");
            history.replaceState(null, "", address);
            watchEnd();
            say(element("count").textContent ?? "");
        } catch {
            // Another letter was typed, or there is no network: what is shown stays.
        }
    }, patience);
}

/** Brings the next stretch of the list when its end comes into sight. */
function watchEnd() {
    const more = document.getElementById("more");
    const rows = document.getElementById("rows");
    if (!(more instanceof HTMLAnchorElement) || !rows) return;
    const watcher = new IntersectionObserver(
        async (entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            watcher.disconnect();
            try {
                const response = await fetch(more.href);
                const page = new DOMParser().parseFromString(await response.text(), "text/html");
                rows.append(...(page.getElementById("rows")?.children ?? []));
                const next = page.getElementById("more");
                if (next instanceof HTMLAnchorElement) {
                    more.href = next.href;
                    watchEnd();
                } else more.remove();
            } catch {
                // The link is still there to be pressed.
            }
        },
        { rootMargin: "600px" },
    );
    watcher.observe(more);
}
