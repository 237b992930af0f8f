// The list of cards: search as you type, select, delete and undo without leaving the page.

import { isComposing } from "../composition.js";
import { importDroppedFiles } from "../dropped.js";
import { replaceKeepingFocus } from "../focus.js";
import { repeatEarlyChanges } from "../form-content.js";
import { announce, element, part } from "../page.js";
import { phrase } from "../phrases.js";
import { reloadWhenRestored } from "../restored-page.js";
import { listenToRowGestures } from "../row-swipe.js";
import { menuOf, VirtualList } from "../rows.js";
import { Selection } from "../selection.js";
import { Sheet } from "../sheet.js";
import { at, space } from "../site.js";
import { UserError } from "../user-error.js";

importDroppedFiles();
reloadWhenRestored();

/** The pause in typing after which further rows, the filters and the count are fetched, in milliseconds. */
const countDelay = 50;

/**
 * The rows that are fetched at each letter: about as many as fit in a window. The list fetches the rest a little
 * later.
 */
const firstRows = 20;

const found = element("found");
/** The address of the list, even while a card is open over it. */
let list = location.href;
const rows = new VirtualList();
const sheet = new Sheet();
const selection = new Selection(rows, (fields, address) => change(address, fields), reload);

listenToRowGestures(found, {
    isSwiping: () => !selection.isOn,
    remove,
    edit,
    select: (row) => {
        selection.toggle(row);
        navigator.vibrate?.(10);
    },
});
/** Notices of earlier changes, each of which can be undone once the later ones are. */
const earlierNotices = /** @type {HTMLFormElement[]} */ ([]);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;
found.addEventListener("click", open);
found.addEventListener("change", handleTick);
found.addEventListener("keydown", handleRowKey);
document.addEventListener("toggle", placeMenu, true);
document.addEventListener("submit", send);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", handlePageKey);
const box = /** @type {HTMLInputElement} */ (element("query"));
box.addEventListener("input", search);
document.addEventListener("click", applyFilter);
element("sort").addEventListener("change", search);
element("search").addEventListener("submit", search);
rememberPosition();
repeatEarlyChanges();

/**
 * Opens a row, or selects it if selecting is on or Shift is held.
 * @param {MouseEvent} event
 */
function open(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("#select")) {
        event.preventDefault();
        selection.start();
        part(document, ".pick input").focus();
        return;
    }
    const row = target.closest("li");
    if (row && target.closest(".row-menu")) menuOf(row);
    if (!row || !event.isTrusted || target.closest(".row-menu, .pick")) return;
    if (event.ctrlKey || event.metaKey || event.button > 0) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(row);
    else if (selection.isOn) selection.toggle(row);
    else sheet.open(row);
}

/**
 * Opens the form of a row.
 * @param {HTMLElement} row
 */
function edit(row) {
    part(menuOf(row), "a").click();
}

/**
 * Selects the row of a checkbox.
 * @param {Event} event
 */
function handleTick(event) {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const row = box.closest("li");
    if (row && box.type === "checkbox") selection.toggle(row, box.checked);
}

/**
 * Keys on a row: arrows move between rows, with Shift selecting them, and Delete deletes.
 * @param {KeyboardEvent} event
 */
function handleRowKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const row = target.closest("li");
    if (!row || target.closest(".row-menu .menu")) return;
    if (event.key === "Delete") {
        event.preventDefault();
        if (selection.isOn && selection.count > 0) selection.remove();
        else remove(row);
    } else if (event.key === "e" && target.matches("a.open-card")) {
        edit(row);
    } else if (event.key === " " && selection.isOn && target.matches("a")) {
        event.preventDefault();
        selection.toggle(row);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const next = event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling;
        if (!(next instanceof HTMLElement)) return;
        event.preventDefault();
        part(next, target.matches(".pick input") ? ".pick input" : "a.open-card").focus();
        if (event.shiftKey) selection.extend(next, row);
    }
}

/**
 * Keys of the page: `/` focuses the search, Ctrl-A selects all, Escape closes what is open.
 * @param {KeyboardEvent} event
 */
function handlePageKey(event) {
    if (sheet.isOpen || isComposing(event)) return;
    if (event.key === "Escape") {
        if (closeMenus(event)) return;
        if (selection.isOn) selection.stop();
        return;
    }
    const isWriting = /** @type {HTMLElement} */ (event.target).matches("input:not([type=checkbox]), select, textarea");
    if (isWriting || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a" && rows.total > 0) {
        event.preventDefault();
        selection.all(true);
    } else if (event.key === "/" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        element("query").focus();
    }
}

/**
 * Closes menus other than that of the event; returns whether one was open.
 * @param {Event} event
 */
function closeMenus(event) {
    let hadOne = false;
    for (const menu of document.querySelectorAll("details:is(.row-menu, .action, .filter, .search-help)[open]")) {
        if (event.type === "click" && menu.contains(/** @type {Node} */ (event.target))) continue;
        const hadFocus = menu.contains(document.activeElement);
        menu.removeAttribute("open");
        hadOne = true;
        if (hadFocus && event.type !== "click") part(menu, "summary").focus();
    }
    return hadOne;
}

/**
 * Sends the forms of row menus and of the undo line without leaving the page.
 * @param {SubmitEvent} event
 */
async function send(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const row = form.closest("#rows > li");
    if (row instanceof HTMLElement) {
        event.preventDefault();
        await remove(row);
    } else if (form.matches("#done, .sheet-action")) {
        event.preventDefault();
        if (form.ariaBusy) return;
        form.ariaBusy = "true";
        const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
        const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
        if (button?.name) fields.set(button.name, button.value);
        sheet.close();
        const problem = await change(form.action, fields, isUndo(form));
        form.ariaBusy = null;
        if (problem) (document.querySelector("#done p") ?? element("status")).textContent = problem;
    }
}

/**
 * Deletes one row.
 * @param {HTMLElement} row
 */
async function remove(row) {
    if (row.ariaBusy) return;
    row.ariaBusy = "true";
    const { action } = /** @type {HTMLFormElement} */ (part(menuOf(row), "form"));
    const searched = list;
    try {
        const page = await ask(action, new URLSearchParams({ do: "delete" }));
        const next = row.nextElementSibling ?? row.previousElementSibling;
        rows.remove(row);
        if (list === searched) {
            element("count").replaceWith(part(page, "#count"));
            selection.read(page);
        }
        showDone(page);
        takeLostFocus(next);
    } catch (error) {
        announce(describe(error));
        row.ariaBusy = null;
        row.style.removeProperty("--dx");
    }
}

/**
 * Makes a change and shows the current list at the same position; returns an error message, or nothing.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
async function change(address, fields, isUndoing = false) {
    const searched = list;
    try {
        const page = await ask(address, fields);
        const hadFocus = document.activeElement !== document.body;
        showDone(page, isUndoing);
        // The learner may have searched for something else meanwhile.
        if (list === searched) await show(page);
        else await reload();
        if (hadFocus) takeLostFocus(rows.shown.find((row) => row.getBoundingClientRect().top >= 0));
        return "";
    } catch (error) {
        return describe(error);
    }
}

/**
 * Moves the focus to a row, or to the button that adds a card, unless the learner has moved it elsewhere: what had it is gone.
 * @param {Element | null | undefined} row
 */
function takeLostFocus(row) {
    if (document.activeElement === document.body) part(row ?? document, "a.open-card, #add").focus();
}

/** Reloads the list if it can be reached. */
async function reload() {
    try {
        await show(await load(list, new AbortController().signal, ""));
    } catch {
        // The list stays as it is.
    }
}

/**
 * Shows the rows of a page at the same position of the list.
 * @param {Document} page
 */
async function show(page) {
    const position = rows.scrollPosition();
    found.replaceChildren(...part(page, "#found").childNodes);
    selection.read(page);
    rows.read();
    await rows.restore(position);
}

/**
 * Sends a form; returns the page that it leads to.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
async function ask(address, fields) {
    const response = await fetch(address, { method: "POST", body: fields, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.ok && page.getElementById("found")) return page;
    throw new UserError(page.querySelector("main p")?.textContent ?? phrase("That didn’t work. Please try again."));
}

/** @param {unknown} error */
function describe(error) {
    return error instanceof UserError ? error.message : phrase("That didn’t work: Omena can’t be reached right now.");
}

/**
 * Shows what was done, with an undo button; once that is undone, what was done before.
 * @param {Document} page
 */
function showDone(page, isUndoing = false) {
    const shown = /** @type {HTMLFormElement | null} */ (document.getElementById("done"));
    const done = page.getElementById("done");
    if (!isUndoing && shown && isUndo(shown)) earlierNotices.push(shown);
    shown?.remove();
    const notice = (isUndoing && earlierNotices.pop()) || done;
    if (notice) part(document, "main").append(notice);
    announce(done?.querySelector("p")?.textContent ?? phrase("Nothing was changed."));
}

/** @param {HTMLFormElement} form */
function isUndo(form) {
    return new URL(form.action).pathname === at("/undo");
}

/**
 * Searches as the learner types, and cancels the previous search.
 * @param {Event} event
 */
async function search(event) {
    event.preventDefault();
    clearTimeout(waiting);
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const form = /** @type {HTMLFormElement} */ (element("search"));
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    for (const [name, usual] of [["query", ""], ["sort", "newest"]]) {
        if (fields.get(name) === usual) fields.delete(name);
    }
    const address = fields.toString() ? `${form.action}?${fields}` : form.action;
    // The filters contain a link for each deck and tag, and in a large library counting is slower than searching:
    // after a letter both follow once the rows are there.
    const isTyping = event.type === "input";
    try {
        const page = await load(address, signal, isTyping ? `rows=${firstRows}` : "");
        const before = element("count").textContent;
        found.replaceChildren(...part(page, "#found").childNodes);
        part(document, "#add").setAttribute("href", part(page, "#add").getAttribute("href") ?? "");
        history.replaceState(null, "", address);
        list = location.href;
        selection.read(page);
        rows.read(isTyping);
        selection.clear();
        const partialCount = element("count").textContent;
        if (!isTyping || rows.isCounted) announce(partialCount ?? "");
        else element("count").textContent = before;
        if (!isTyping) return showFilters(page);
        waiting = setTimeout(async () => {
            rows.fill();
            try {
                const counted = await load(address, signal, "count");
                showFilters(counted);
                if (rows.isCounted) return;
                selection.read(counted);
                rows.count(counted);
                element("count").replaceWith(part(counted, "#count"));
                announce(element("count").textContent ?? "");
            } catch {
                // As below.
                if (!signal.aborted) element("count").textContent = partialCount;
            }
        }, countDelay);
    } catch {
        // The search was cancelled or there is no network: the list stays as it is.
    }
}

/**
 * Fetches a page, or a part of it.
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {string} preference the part that is enough; empty for the whole page
 */
async function load(address, signal, preference) {
    const response = await fetch(address, { signal, headers: preference ? { Prefer: preference } : {} });
    return new DOMParser().parseFromString(await response.text(), "text/html");
}

/**
 * Replaces the filters; the open one stays open, and the focused one keeps the focus.
 * @param {Document} page
 */
function showFilters(page) {
    const summaries = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#filters summary")]);
    const open = summaries().findIndex((summary) => summary.parentElement?.hasAttribute("open"));
    const filters = element("filters");
    replaceKeepingFocus(filters, () => {
        filters.replaceWith(part(page, "#filters"));
        summaries()[open]?.parentElement?.setAttribute("open", "");
        return element("filters");
    });
}

/**
 * Puts the menu of a filter below its chip, as far as the page is wide enough.
 * @param {Event} event
 */
function placeMenu(event) {
    const filter = /** @type {HTMLElement} */ (event.target);
    if (!filter.matches("details.filter[open]")) return;
    const chip = part(filter, "summary").getBoundingClientRect();
    const menu = part(filter, ".menu");
    const row = (menu.offsetParent ?? filter).getBoundingClientRect();
    const start = getComputedStyle(filter).direction === "rtl" ? row.right - chip.right : chip.left - row.left;
    menu.style.setProperty("--menu-start", `${Math.max(0, Math.min(start, row.width - menu.offsetWidth))}px`);
    menu.style.setProperty("--menu-top", `${chip.bottom - row.top}px`);
}

/**
 * Adds the value of a filter to the query.
 * @param {MouseEvent} event
 */
function applyFilter(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("#filters a");
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { value } = box;
    box.value = link.dataset.query ?? value;
    const n = [...document.querySelectorAll("#filters .filter")].findIndex((filter) => filter.contains(link));
    search(event);
    closeMenus(new Event("click"));
    /** @type {HTMLElement | undefined} */ (document.querySelectorAll("#filters summary")[n])?.focus();
}

/** Restores the position when the learner returns to the list with the back button or from the form of a card. */
function rememberPosition() {
    history.scrollRestoration = "manual";
    const name = () => {
        const address = new URL(list);
        for (const part of ["done", "select"]) address.searchParams.delete(part);
        return `${space} list ${address.pathname}${address.search}`;
    };
    addEventListener("pagehide", () => {
        try {
            sessionStorage.setItem(name(), JSON.stringify(rows.scrollPosition()));
        } catch {
            // Without storage the list opens at its beginning.
        }
    });
    const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const referrer = document.referrer ? new URL(document.referrer) : undefined;
    const isFromForm = referrer?.origin === location.origin && referrer.pathname.startsWith(at("/cards/"));
    if (!isFromForm && !["back_forward", "reload"].includes(navigation?.type)) return;
    const position = sessionStorage.getItem(name());
    if (position) rows.restore(JSON.parse(position));
}
