// The list of cards: found as one types, ticked, deleted and had back without leaving the page.

import { carryDropped } from "../dropped.js";
import { element, part, say } from "../page.js";
import { Rows, menu } from "../rows.js";
import { Selection } from "../selection.js";
import { Sheet } from "../sheet.js";
import { followFingers } from "../swipe.js";
import { phrase } from "../words.js";

carryDropped();

/** How long the other rows, the filters and the count wait for the next letter, in milliseconds. */
const patience = 50;

/** How many rows follow a letter at once: about as many as a window shows. The list brings the rest a little later. */
const firstRows = 20;

const found = element("found");
/** The address of the list, also while a card lies over it. */
let list = location.href;
const rows = new Rows();
const sheet = new Sheet();
const selection = new Selection(rows, (fields, address) => change(address, fields), look);

followFingers(found, {
    isSwiping: () => !selection.isOn,
    remove,
    edit,
    press: (row) => {
        selection.toggle(row);
        navigator.vibrate?.(10);
    },
});
found.addEventListener("click", open);
found.addEventListener("change", tick);
found.addEventListener("keydown", key);
document.addEventListener("submit", send);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", press);
const box = /** @type {HTMLInputElement} */ (element("query"));
box.addEventListener("input", search);
document.addEventListener("click", narrow);
element("sort").addEventListener("change", search);
element("search").addEventListener("submit", search);
keepPlace();

/**
 * Opens a row, or ticks it: where rows are being ticked, and with Shift.
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
    if (row && target.closest(".row-menu")) menu(row);
    if (!row || !event.isTrusted || target.closest(".row-menu, .pick")) return;
    if (event.ctrlKey || event.metaKey || event.button > 0) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(row);
    else if (selection.isOn) selection.toggle(row);
    else sheet.open(row);
}

/**
 * Leads to the form of a row.
 * @param {HTMLElement} row
 */
function edit(row) {
    part(menu(row), "a").click();
}

/**
 * Keeps what the box of a row says.
 * @param {Event} event
 */
function tick(event) {
    const box = /** @type {HTMLInputElement} */ (event.target);
    const row = box.closest("li");
    if (row && box.type === "checkbox") selection.toggle(row, box.checked);
}

/**
 * Keys on a row: the arrows go from row to row, with Shift ticking them, and Delete deletes.
 * @param {KeyboardEvent} event
 */
function key(event) {
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
 * Keys of the page: `/` goes to the search, Ctrl-A ticks all, Escape closes what is open.
 * @param {KeyboardEvent} event
 */
function press(event) {
    if (sheet.isOpen) return;
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
 * Closes menus that the event was not meant for; says whether there was one.
 * @param {Event} event
 */
function closeMenus(event) {
    let hadOne = false;
    for (const menu of document.querySelectorAll("details:is(.row-menu, .way, .filter, .search-help)[open]")) {
        if (event.type === "click" && menu.contains(/** @type {Node} */ (event.target))) continue;
        const hadFocus = menu.contains(document.activeElement);
        menu.removeAttribute("open");
        hadOne = true;
        if (hadFocus && event.type !== "click") part(menu, "summary").focus();
    }
    return hadOne;
}

/**
 * What a row's menu and the line of what was done send, without leaving the page.
 * @param {SubmitEvent} event
 */
async function send(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const row = form.closest("#rows > li");
    if (row instanceof HTMLElement) {
        event.preventDefault();
        await remove(row);
    } else if (form.id === "done" || form.matches(".sheet-action")) {
        event.preventDefault();
        const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
        const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
        if (button?.name) fields.set(button.name, button.value);
        sheet.close();
        const problem = await change(form.action, fields);
        if (problem) (document.querySelector("#done p") ?? element("status")).textContent = problem;
    }
}

/**
 * Deletes one row.
 * @param {HTMLElement} row
 */
async function remove(row) {
    const { action } = /** @type {HTMLFormElement} */ (part(menu(row), "form"));
    try {
        const page = await ask(action, new URLSearchParams({ do: "delete" }));
        const next = row.nextElementSibling ?? row.previousElementSibling;
        rows.remove(row);
        element("count").replaceWith(part(page, "#count"));
        selection.read(page);
        showDone(page);
        part(next ?? document, "a.open-card, #add").focus();
    } catch (error) {
        say(words(error));
        row.style.removeProperty("--dx");
    }
}

/**
 * Changes something and shows the list as it is now, where the learner is in it; says what is wrong, or nothing.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
async function change(address, fields) {
    try {
        const page = await ask(address, fields);
        showDone(page);
        await show(page);
        return "";
    } catch (error) {
        return words(error);
    }
}

/** Brings the list as it is now, if it can be had. */
async function look() {
    try {
        await show(await load(list, new AbortController().signal, ""));
    } catch {
        // What is shown stays.
    }
}

/**
 * Shows the rows of a page, where the learner is in the list.
 * @param {Document} page
 */
async function show(page) {
    const place = rows.place();
    found.replaceChildren(...part(page, "#found").childNodes);
    selection.read(page);
    rows.read();
    await rows.restore(place);
}

/**
 * Sends a form; the page that it leads to.
 * @param {string} address
 * @param {URLSearchParams} fields
 */
async function ask(address, fields) {
    const response = await fetch(address, { method: "POST", body: fields, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (response.ok && page.getElementById("found")) return page;
    throw new Refusal(page.querySelector("main p")?.textContent ?? phrase("That was not done. Please try again."));
}

/** What the server said no with. */
class Refusal extends Error {}

/** @param {unknown} error */
function words(error) {
    return error instanceof Refusal ? error.message : phrase("Not done: Omena cannot be reached right now.");
}

/**
 * Says what was done, and how it is had back.
 * @param {Document} page
 */
function showDone(page) {
    document.getElementById("done")?.remove();
    const done = page.getElementById("done");
    if (done) part(document, "main").append(done);
    say(done?.querySelector("p")?.textContent ?? phrase("There was nothing to change."));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;

/**
 * Finds as one types; what was asked before is forgotten.
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
    // The filters hold a link for each deck and tag, and in a large library counting takes longer than finding: after a
    // letter both follow once the rows are there.
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
        const least = element("count").textContent;
        if (!isTyping || rows.isCounted) say(least ?? "");
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
                say(element("count").textContent ?? "");
            } catch {
                // As below.
                if (!signal.aborted) element("count").textContent = least;
            }
        }, patience);
    } catch {
        // Another letter was typed, or there is no network: what is shown stays.
    }
}

/**
 * The page at an address, or a part of it.
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {string} wish what is enough of it; nothing for all
 */
async function load(address, signal, wish) {
    const response = await fetch(address, { signal, headers: wish ? { Prefer: wish } : {} });
    return new DOMParser().parseFromString(await response.text(), "text/html");
}

/**
 * Takes over the filters of a page; the one that is open stays open, and the one that has the focus keeps it.
 * @param {Document} page
 */
function showFilters(page) {
    const summaries = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#filters summary")]);
    const focused = summaries().findIndex((summary) => summary === document.activeElement);
    const open = summaries().findIndex((summary) => summary.parentElement?.hasAttribute("open"));
    element("filters").replaceWith(part(page, "#filters"));
    summaries()[open]?.parentElement?.setAttribute("open", "");
    summaries()[focused]?.focus();
}

/**
 * Writes what a control was set to into the query.
 * @param {MouseEvent} event
 */
function narrow(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("#filters a");
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { value } = box;
    box.value = link.dataset.query ?? value;
    const n = [...document.querySelectorAll("#filters .filter")].findIndex((filter) => filter.contains(link));
    search(event);
    closeMenus(new Event("click"));
    /** @type {HTMLElement | undefined} */ (document.querySelectorAll("#filters summary")[n])?.focus();
}

/** Takes the learner back to where the list was left: by the back button, and from the form of one of its cards. */
function keepPlace() {
    history.scrollRestoration = "manual";
    const name = () => {
        const address = new URL(list);
        for (const part of ["done", "select"]) address.searchParams.delete(part);
        return `omena list ${address.pathname}${address.search}`;
    };
    addEventListener("pagehide", () => {
        try {
            sessionStorage.setItem(name(), JSON.stringify(rows.place()));
        } catch {
            // Where nothing can be kept the list opens at its beginning.
        }
    });
    const [way] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const came = document.referrer ? new URL(document.referrer) : undefined;
    const isFromForm = came?.origin === location.origin && came.pathname.startsWith("/cards/");
    if (!isFromForm && !["back_forward", "reload"].includes(way?.type)) return;
    const kept = sessionStorage.getItem(name());
    if (kept) rows.restore(JSON.parse(kept));
}
