// The places page: a map, the list beside it, and the sheet of one place.

import { Details } from "../details.js";
import { importDroppedFiles } from "../dropped.js";
import { repeatEarlyChanges } from "../form-content.js";
import { trackKeyboard } from "../keyboard.js";
import { showDone, showFailure } from "../map-notice.js";
import { MapStyle } from "../mapstyle.js";
import { registerWorker, whenIdle } from "../offline.js";
import { announce, data, element } from "../page.js";
import { phrase } from "../phrases.js";
import { Pins } from "../pins.js";
import { PlaceSearch } from "../place-search.js";
import { PlaceList } from "../placelist.js";
import { reloadWhenRestored } from "../restored-page.js";
import { ownPath } from "../site.js";
import { UserError } from "../user-error.js";
import { WorldMap } from "../worldmap.js";

importDroppedFiles();
reloadWhenRestored(() => details.isUnsaved);

/**
 * @typedef {{style: string, styles: Record<string, import("../mapstyle.js").Style>, places: string, pins: string,
 *     point: string, tiles: string, nearby: string, articles: string, undo: string, newName: string}} MapData
 * @typedef {import("../details.js").Place} Place
 */

/** @type {MapData} */
const context = data("map-data");
const listing = element("listing");
const world = new WorldMap(drop);
const list = new PlaceList(context.places);
const pins = new Pins(world, { open: (id) => open(id), move });
const details = new Details(context.nearby, { saved, deleted, closed, create: createFromArticle });
const search = new PlaceSearch(world, list, context.point, { found: show, failed: showFailure });

for (const part of document.querySelectorAll("[data-reserved]")) /** @type {HTMLElement} */ (part).hidden = false;
world.begin(new URLSearchParams(location.search).get("at"), list.pins);
new MapStyle(world, context);
pins.replace(list.pins);
if (details.id) {
    pins.mark(details.id);
    if (!location.search) pins.show(details.id);
    if (!details.isUnsaved) details.focus();
}
world.map.on("moveend", updateAddress);
repeatEarlyChanges();
trackKeyboard();
whenIdle().then(() => {
    list.sort();
    return registerWorker();
});

listing.addEventListener("click", (event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest("li");
    if (!row?.dataset.note || event.ctrlKey || event.metaKey || event.button > 0) return;
    event.preventDefault();
    show(row.dataset.note);
});
element("add").addEventListener("click", (event) => {
    event.preventDefault();
    drop(world.map.getCenter());
});
element("jump").addEventListener("click", async () => {
    await details.close();
    if (!details.id) search.focus();
});
document.addEventListener("submit", undo);
addEventListener("popstate", () => {
    const id = ownPath().split("/")[2];
    if (id) open(id, false);
    else details.close();
});

/**
 * Creates a place and opens its sheet.
 * @param {import("leaflet-map").LatLng} at
 */
async function drop(at) {
    const { lat, lng } = at.wrap();
    try {
        const place = await send(context.places, { latitude: lat, longitude: lng });
        putPin(place);
        showDone(place);
        if (await open(place.id)) details.selectName();
    } catch (error) {
        showFailure(error);
    }
}

/**
 * Shows a place on the map and opens its sheet.
 * @param {string} id
 */
function show(id) {
    pins.show(id);
    return open(id);
}

/**
 * Opens the sheet of a place.
 * @param {string} id
 * @param {boolean} isNew whether to add an entry to the browser's history
 */
async function open(id, isNew = true) {
    if (details.id === id) {
        details.focus();
        return true;
    }
    const address = `${context.places}/${id}`;
    if (!(await details.open(address, id))) return false;
    listing.hidden = true;
    pins.mark(id);
    if (isNew) history.pushState(null, "", `${address}?at=${world.position}`);
    document.title = document.title.replace(/^[^·]*/, `${list.pin(id)?.name ?? ""} `);
    details.focus();
    return true;
}

/** The sheet was closed: shows the list again, at the row of the closed place. */
function closed() {
    const id = ownPath().split("/")[2];
    listing.hidden = false;
    pins.mark(undefined);
    // An unsaved move of the pin is reverted.
    const pin = id && list.pin(id);
    if (pin) pins.put(pin);
    document.title = document.title.replace(/^[^·]*/, `${phrase("Places")} `);
    if (id) history.pushState(null, "", `${context.places}?at=${world.position}`);
    const link = id && list.row(id)?.querySelector("a");
    (link || element("query")).focus({ preventScroll: true });
    if (link) link.scrollIntoView({ block: "nearest" });
}

/** @param {Place} place */
function saved(place) {
    const before = list.pin(place.id);
    putPin(place);
    showDone(place);
    // Another place may have been opened meanwhile, or this one again and changed.
    if (details.id !== place.id || details.isUnsaved) return;
    // Its new coordinates may be outside the map.
    if (before?.latitude !== place.latitude || before?.longitude !== place.longitude) pins.show(place.id);
    details.clear();
    closed();
}

/**
 * @param {string} id
 * @param {{undo?: string, says?: string}} done
 */
function deleted(id, done) {
    list.remove(id);
    pins.remove(id);
    if (details.id === id) {
        details.clear();
        closed();
    }
    showDone(done);
}

/**
 * Saves where a pin was dragged to; if its form has unsaved changes, the new position joins them.
 * @param {string} id
 * @param {import("leaflet-map").LatLng} at
 */
async function move(id, at) {
    const { lat, lng } = at.wrap();
    if (details.id === id && details.isUnsaved) return details.setCoordinates(lat, lng);
    try {
        const place = await send(`${context.places}/${id}`, { latitude: lat, longitude: lng });
        putPin(place);
        showDone(place);
        if (details.id !== id) return;
        // The learner may have begun to change it meanwhile.
        if (details.isUnsaved) return details.setCoordinates(lat, lng);
        details.clear();
        await details.open(`${context.places}/${id}`, id);
    } catch (error) {
        const before = list.pin(id);
        if (before) pins.put(before);
        showFailure(error);
    }
}

/**
 * Creates a card or a place from an article.
 * @param {"card" | "place"} make
 * @param {import("../nearby.js").Article} article
 * @param {string} near
 */
async function createFromArticle(make, article, near) {
    try {
        const done = await send(context.articles, { ...article, make, near });
        if (make === "place") {
            putPin(done);
            pins.show(done.id);
        }
        showDone(done);
        return true;
    } catch (error) {
        showFailure(error);
        return false;
    }
}

/** @param {Place} place */
function putPin({ id, name, isNew, latitude, longitude, where }) {
    const pin = { id, name: isNew ? context.newName : name, latitude: latitude ?? null, longitude: longitude ?? null, text: where };
    list.put(pin);
    pins.put(pin);
}

/**
 * Undoes the last change and shows the result.
 * @param {SubmitEvent} event
 */
async function undo(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // `form.id` would be the field named id.
    if (!form.matches("#done")) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = "true";
    try {
        await send(context.undo, { id: new FormData(form).get("id") });
        form.remove();
        const response = await fetch(context.pins, { headers: { Accept: "application/json" } });
        const { ids, names, latitudes, longitudes, texts } = await response.json();
        const all = ids.map((/** @type {string} */ id, /** @type {number} */ index) => ({
            id,
            name: names[index],
            latitude: latitudes[index],
            longitude: longitudes[index],
            text: texts[index],
        }));
        list.replace(all);
        pins.replace(all);
        if (details.id && !list.pin(details.id)) {
            details.clear();
            closed();
        }
        announce(phrase("Undone."));
    } catch (error) {
        showFailure(error);
    }
}

/** Keeps the address in step with the map. */
function updateAddress() {
    history.replaceState(history.state, "", `${location.pathname}?at=${world.position}`);
}

/**
 * Sends a change; returns its result.
 * @param {string} address
 * @param {object} change
 */
async function send(address, change) {
    const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(change),
    });
    const answer = await response.json();
    if (!response.ok) throw new UserError(answer.error);
    return answer;
}
