// The page of places: a map, the list beside it, and the sheet of one place.

import { Details } from "../details.js";
import { carryDropped } from "../dropped.js";
import { makeWayForKeyboard } from "../keyboard.js";
import { standIn } from "../offline.js";
import { copy, data, element, part, say } from "../page.js";
import { Pins } from "../pins.js";
import { PlaceList } from "../placelist.js";
import { Refusal, reason } from "../refusal.js";
import { phrase } from "../words.js";
import { WorldMap } from "../worldmap.js";

carryDropped();

/**
 * @typedef {{isAllowed: boolean, hosts: string[], sources: import("../worldmap.js").Source[]}} Style
 * @typedef {{style: string, styles: Record<string, Style>, places: string, pins: string, point: string, tiles: string,
 *     nearby: string, articles: string, undo: string, newName: string}} MapData
 * @typedef {import("../details.js").Place} Place
 */

/** @type {MapData} */
const here = data("map-data");
const listing = element("listing");
const world = new WorldMap(drop);
const list = new PlaceList(here.places);
const pins = new Pins(world, { open: (id) => open(id), move });
const details = new Details(here.nearby, { saved, deleted, closed, keep });
let style = here.style;

for (const part of document.querySelectorAll("[data-script]")) /** @type {HTMLElement} */ (part).hidden = false;
world.begin(new URLSearchParams(location.search).get("at"), list.pins);
world.show(here.styles[style].isAllowed ? here.styles[style].sources : [], style);
if (!here.styles[style].isAllowed && !sessionStorage.getItem(`later ${style}`)) ask(style);
pins.replace(list.pins);
if (details.id) {
    pins.mark(details.id);
    if (!location.search) pins.show(details.id);
}
world.map.on("moveend", follow);
makeWayForKeyboard();
whenIdle(() => {
    list.sort();
    standIn();
});

listing.addEventListener("click", (event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest("li");
    if (!row?.dataset.note || event.ctrlKey || event.metaKey || event.button > 0) return;
    event.preventDefault();
    pins.show(row.dataset.note);
    open(row.dataset.note);
});
element("add").addEventListener("click", (event) => {
    event.preventDefault();
    drop(world.map.getCenter());
});
element("jump").addEventListener("click", async () => {
    await details.close();
    if (!details.id) element("query").focus();
});
element("styles").addEventListener("change", (event) => choose(/** @type {HTMLInputElement} */ (event.target).value));
element("consent").addEventListener("submit", () => {
    /** @type {HTMLInputElement} */ (part(element("consent"), "[name=at]")).value = world.at;
});
element("later").addEventListener("click", () => {
    sessionStorage.setItem(`later ${style}`, "yes");
    element("consent").hidden = true;
    element("map").focus();
});
element("query").addEventListener("input", () => {
    fail("");
    list.filter(query());
});
element("find").addEventListener("submit", find);
document.addEventListener("submit", undo);
addEventListener("popstate", () => {
    const id = location.pathname.split("/")[2];
    if (id) open(id, false);
    else details.close();
});
findMe();

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
 * Keeps where a star was dragged to.
 * @param {string} id
 * @param {import("leaflet-map").LatLng} at
 */
async function move(id, at) {
    const { lat, lng } = at.wrap();
    try {
        const place = await send(`${here.places}/${id}`, { latitude: lat, longitude: lng });
        put(place);
        tell(place);
        if (details.id !== id || details.isUnsaved) return;
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
        const { ids, names, latitudes, longitudes } = await response.json();
        const all = ids.map((/** @type {string} */ id, /** @type {number} */ index) => ({
            id,
            name: names[index],
            latitude: latitudes[index],
            longitude: longitudes[index],
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

/**
 * Shows what was done, with the way back.
 * @param {{undo?: string, says?: string}} done
 */
function tell({ undo, says }) {
    document.getElementById("done")?.remove();
    if (!undo || !says) return;
    const note = copy("done-template");
    /** @type {HTMLInputElement} */ (part(note, "[name=id]")).value = undo;
    part(document, ".map-section").append(note);
    part(note, "p").textContent = says;
}

/** @param {unknown} error */
function complain(error) {
    const words = error instanceof Refusal ? reason(error) : phrase("Omena cannot be reached right now.");
    document.getElementById("done")?.remove();
    const note = copy("done-template");
    part(note, "button").remove();
    part(document, ".map-section").append(note);
    part(note, "p").textContent = words;
}

/**
 * Does what can wait; not every browser says when it is idle.
 * @param {() => void} work
 */
function whenIdle(work) {
    if ("requestIdleCallback" in window) requestIdleCallback(work);
    else setTimeout(work);
}

/** Keeps the address at what the map shows. */
function follow() {
    history.replaceState(history.state, "", `${location.pathname}?at=${world.at}`);
}

/** @param {string} wish */
function choose(wish) {
    style = wish;
    const { isAllowed, sources } = here.styles[style];
    world.show(isAllowed ? sources : [], style);
    element("consent").hidden = true;
    if (!isAllowed) return ask(style);
    const fields = new URLSearchParams({ style });
    fetch(here.tiles, { method: "POST", body: fields, headers: { Accept: "application/json" } }).catch(() => {});
}

/**
 * Asks whether others may be asked for pictures.
 * @param {string} style
 */
function ask(style) {
    const { hosts } = here.styles[style];
    if (hosts.length === 0) return;
    const form = element("consent");
    /** @type {HTMLInputElement} */ (part(form, "[name=style]")).value = style;
    const words = phrase("The map’s pictures would come from %@, which then learns where you look.", hosts.join(", "));
    element("consent-words").textContent = words;
    form.hidden = false;
}

/** @param {SubmitEvent} event */
async function find(event) {
    event.preventDefault();
    const words = query();
    if (!words) return;
    try {
        const response = await fetch(`${here.point}?text=${encodeURIComponent(words)}`, { headers: { Accept: "application/json" } });
        const answer = await response.json();
        if (response.ok) {
            world.goTo(answer.latitude, answer.longitude);
            element("map").focus();
            return say(answer.where);
        }
        const first = list.filter(words);
        if (!first) return fail(phrase("No place is called that, and these are no coordinates like 51.501 N, 0.141 W."));
        pins.show(first);
        await open(first);
    } catch (error) {
        fail(reason(error));
    }
}

/** @param {string} words */
function fail(words) {
    element("find-flaw").textContent = words;
    element("find-flaw").hidden = !words;
}

function query() {
    return /** @type {HTMLInputElement} */ (element("query")).value.trim();
}

/** The button that looks where the learner is; only where a browser can say it. */
function findMe() {
    const button = element("here");
    button.hidden = !navigator.geolocation;
    button.addEventListener("click", () => {
        navigator.geolocation.getCurrentPosition(
            ({ coords }) => world.showMe(coords),
            ({ code }) =>
                complain(
                    new Refusal(
                        code === 1
                            ? phrase("Your browser was not allowed to say where you are.")
                            : phrase("Your browser does not know where you are."),
                    ),
                ),
            { timeout: 15_000, maximumAge: 60_000 },
        );
    });
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
