// The page of places: a map, the list beside it, and the sheet of one place.

import { Details } from "../details.js";
import { carryDropped } from "../dropped.js";
import { Jump } from "../jump.js";
import { makeWayForKeyboard } from "../keyboard.js";
import { MapStyle } from "../mapstyle.js";
import { idle, standIn } from "../offline.js";
import { complain, tell } from "../map-notice.js";
import { data, element, say } from "../page.js";
import { Pins } from "../pins.js";
import { PlaceList } from "../placelist.js";
import { Refusal } from "../user-error.js";
import { phrase } from "../phrases.js";
import { WorldMap } from "../worldmap.js";

carryDropped();

/**
 * @typedef {{style: string, styles: Record<string, import("../mapstyle.js").Style>, places: string, pins: string,
 *     point: string, tiles: string, nearby: string, articles: string, undo: string, newName: string}} MapData
 * @typedef {import("../details.js").Place} Place
 */

/** @type {MapData} */
const here = data("map-data");
const listing = element("listing");
const world = new WorldMap(drop);
const list = new PlaceList(here.places);
const pins = new Pins(world, { open: (id) => open(id), move });
const details = new Details(here.nearby, { saved, deleted, closed, keep });
const jump = new Jump(world, list, here.point, { found: show, complain });

for (const part of document.querySelectorAll("[data-script]")) /** @type {HTMLElement} */ (part).hidden = false;
world.begin(new URLSearchParams(location.search).get("at"), list.pins);
new MapStyle(world, here);
pins.replace(list.pins);
if (details.id) {
    pins.mark(details.id);
    if (!location.search) pins.show(details.id);
    if (!details.isUnsaved) details.focus();
}
world.map.on("moveend", follow);
makeWayForKeyboard();
idle().then(() => {
    list.sort();
    return standIn();
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
    if (!details.id) jump.focus();
});
document.addEventListener("submit", undo);
addEventListener("popstate", () => {
    const id = location.pathname.split("/")[2];
    if (id) open(id, false);
    else details.close();
});

/**
 * Drops a pin and opens its sheet.
 * @param {import("leaflet-map").LatLng} at
 */
async function drop(at) {
    const { lat, lng } = at.wrap();
    try {
        const place = await send(here.places, { latitude: lat, longitude: lng });
        put(place);
        tell(place);
        if (await open(place.id)) details.name();
    } catch (error) {
        complain(error);
    }
}

/**
 * Brings a place into sight and opens its sheet.
 * @param {string} id
 */
function show(id) {
    pins.show(id);
    return open(id);
}

/**
 * Opens the sheet of a place.
 * @param {string} id
 * @param {boolean} isNew whether the back button leads back from it
 */
async function open(id, isNew = true) {
    if (details.id === id) {
        details.focus();
        return true;
    }
    const address = `${here.places}/${id}`;
    if (!(await details.open(address, id))) return false;
    listing.hidden = true;
    pins.mark(id);
    if (isNew) history.pushState(null, "", `${address}?at=${world.at}`);
    document.title = document.title.replace(/^[^·]*/, `${list.pin(id)?.name ?? ""} `);
    details.focus();
    return true;
}

/** The sheet was closed: the list is there again, at the row that one came from. */
function closed() {
    const id = location.pathname.split("/")[2];
    listing.hidden = false;
    pins.mark(undefined);
    // It may have been dragged, and that not saved.
    const pin = id && list.pin(id);
    if (pin) pins.put(pin);
    document.title = document.title.replace(/^[^·]*/, `${phrase("Places")} `);
    if (id) history.pushState(null, "", `${here.places}?at=${world.at}`);
    const link = id && list.row(id)?.querySelector("a");
    (link || element("query")).focus({ preventScroll: true });
    if (link) link.scrollIntoView({ block: "nearest" });
}

/** @param {Place} place */
function saved(place) {
    put(place);
    pins.mark(place.id);
    tell(place);
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
    closed();
    tell(done);
}

/**
 * Keeps where a star was dragged to; while something is being written about it, with that.
 * @param {string} id
 * @param {import("leaflet-map").LatLng} at
 */
async function move(id, at) {
    const { lat, lng } = at.wrap();
    if (details.id === id && details.isUnsaved) return details.place(lat, lng);
    try {
        const place = await send(`${here.places}/${id}`, { latitude: lat, longitude: lng });
        put(place);
        tell(place);
        if (details.id !== id) return;
        details.clear();
        await details.open(`${here.places}/${id}`, id);
    } catch (error) {
        const before = list.pin(id);
        if (before) pins.put(before);
        complain(error);
    }
}

/**
 * Makes a card or a place of an article.
 * @param {"card" | "place"} make
 * @param {import("../nearby.js").Article} article
 * @param {string} near
 */
async function keep(make, article, near) {
    try {
        const done = await send(here.articles, { ...article, make, near });
        if (make === "place") put(done);
        tell(done);
        return true;
    } catch (error) {
        complain(error);
        return false;
    }
}

/** @param {Place} place */
function put({ id, name, isNew, latitude, longitude, where }) {
    const pin = { id, name: isNew ? here.newName : name, latitude: latitude ?? null, longitude: longitude ?? null, text: where };
    list.put(pin);
    pins.put(pin);
}

/**
 * Takes back what was just done, and shows how it is then.
 * @param {SubmitEvent} event
 */
async function undo(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    // The form has a field called id.
    if (!form.matches("#done")) return;
    event.preventDefault();
    try {
        await send(here.undo, { id: new FormData(form).get("id") });
        form.remove();
        const response = await fetch(here.pins, { headers: { Accept: "application/json" } });
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
        say(phrase("Undone."));
    } catch (error) {
        complain(error);
    }
}

/** Keeps the address at what the map shows. */
function follow() {
    history.replaceState(history.state, "", `${location.pathname}?at=${world.at}`);
}

/**
 * Sends something to be done, and says what came of it.
 * @param {string} address
 * @param {object} order
 */
async function send(address, order) {
    const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(order),
    });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(answer.error);
    return answer;
}
