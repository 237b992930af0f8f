// Settings: each change is kept at once, and the page follows it.

import { carryDropped } from "../dropped.js";
import { data, element, part, say } from "../page.js";
import { offerVoices } from "../voices.js";
import { phrase } from "../phrases.js";

carryDropped();

/** How long the page says that a change is kept. */
const patience = 3000;

/** Says that the page was loaded anew for another language, and how high its choice stood on the screen. */
const spoken = "omena spoken";

/** Fields that the root element shows, so that styles follow them. */
const looks = ["theme", "motion", "transparency", "differentiate"];

const form = /** @type {HTMLFormElement} */ (element("settings"));
const place = element("saved");
const again = part(place, "button");

/** What is still to be sent, by name; a later value takes the place of an earlier one. @type {Map<string, string>} */
const waiting = new Map();
let isSending = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.type === "range") explain(input);
    else if (looks.includes(input.name)) show(input);
});
form.addEventListener("change", (event) => keep(/** @type {HTMLElement} */ (event.target)));
form.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-step]");
    if (button instanceof HTMLElement) step(button);
});
again.addEventListener("click", send);
offerVoices();
addEventListener("pagehide", sendLast);
const height = sessionStorage.getItem(spoken);
if (height !== null) {
    sessionStorage.removeItem(spoken);
    const chosen = part(form, "[name=language]");
    chosen.focus({ preventScroll: true });
    // What stands above it is longer or shorter now.
    scrollBy(0, chosen.getBoundingClientRect().top - Number(height));
    history.scrollRestoration = "auto";
    tell(phrase("Saved"));
}
for (const slider of form.querySelectorAll("input[type=range]")) fill(/** @type {HTMLInputElement} */ (slider));

/**
 * Lets the page look as it was just told to.
 * @param {HTMLInputElement} input
 */
function show(input) {
    const root = document.documentElement;
    if (input.type === "checkbox" && !input.checked) root.removeAttribute(`data-${input.name}`);
    else if (input.type === "checkbox") root.setAttribute(`data-${input.name}`, "true");
    else root.setAttribute(`data-${input.name}`, input.value);
    if (input.name === "theme") {
        const scheme = input.value === "system" ? "light dark" : input.value;
        document.querySelector("meta[name=color-scheme]")?.setAttribute("content", scheme);
    }
}

/**
 * Says what the place of the slider means.
 * @param {HTMLInputElement} input
 */
function explain(input) {
    element(`${input.name}-hint`).textContent = data("retention-words")[Number(input.value) - Number(input.min)];
    input.setAttribute("aria-valuetext", phrase("%@ of 100", input.value));
    fill(input);
}

/**
 * Colours the slider up to where it stands.
 * @param {HTMLInputElement} input
 */
function fill(input) {
    const [value, least, most] = [input.value, input.min, input.max].map(Number);
    input.style.setProperty("--p", String((value - least) / (most - least)));
}

/**
 * Counts the number beside a button up or down, as far as it goes.
 * @param {HTMLElement} button
 */
function step(button) {
    const input = /** @type {HTMLInputElement} */ (part(/** @type {HTMLElement} */ (button.parentElement), "input"));
    const number = Number(input.value.replaceAll(",", "")) || 0;
    const next = Math.min(Math.max(number + Number(button.dataset.step), Number(input.dataset.min)), Number(input.dataset.max));
    if (String(next) === input.value) return;
    input.value = String(next);
    keep(input);
}

/**
 * Sends what the row of a control says.
 * @param {HTMLElement} control
 */
function keep(control) {
    gather(control);
    send();
}

/**
 * Makes ready to be sent what the row of a control says.
 * @param {Element} control
 */
function gather(control) {
    const row = /** @type {HTMLElement} */ (control.closest(".set-row"));
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (row.querySelectorAll("input, select"))) {
        if (input.type === "hidden") waiting.set(input.name, input.value);
        else if (input.checked || (input.type !== "radio" && input.type !== "checkbox")) waiting.set(input.name, input.value);
    }
}

/** Sends what is not on its way yet, also what is being typed, when the page is left. */
function sendLast() {
    const typed = document.activeElement;
    if (typed instanceof HTMLInputElement && typed.type === "text" && typed.value !== typed.defaultValue) gather(typed);
    if (waiting.size > 0) navigator.sendBeacon(form.action, new URLSearchParams([...waiting]));
}

/** Sends what is waiting, one request after the other, so that the last change is the one that holds. */
async function send() {
    if (isSending) return;
    isSending = true;
    while (waiting.size > 0) {
        const fields = [...waiting];
        waiting.clear();
        try {
            const response = await fetch(form.action, {
                method: "POST",
                keepalive: true,
                headers: { Accept: "application/json" },
                body: new URLSearchParams(fields),
            });
            if (!response.ok && response.status !== 422) throw new Error(`Status ${response.status}`);
            const { flaws } = await response.json();
            judge(fields.map(([name]) => name), flaws);
            if (response.ok && fields.some(([name]) => name === "language")) return speak();
            if (response.ok) tell(phrase("Saved"));
        } catch {
            // What was changed meanwhile is newer.
            for (const [name, value] of fields) if (!waiting.has(name)) waiting.set(name, value);
            tell(phrase("Not saved: Omena cannot be reached right now."), true);
            break;
        }
    }
    isSending = false;
}

/** Loads the page anew, which then speaks another language, at the place where it was left. */
function speak() {
    history.scrollRestoration = "manual";
    sessionStorage.setItem(spoken, String(part(form, "[name=language]").getBoundingClientRect().top));
    location.reload();
}

/**
 * Says beside each field that was sent what is wrong with it, if anything is.
 * @param {string[]} names
 * @param {Record<string, string>} flaws
 */
function judge(names, flaws) {
    for (const name of names) {
        const line = document.getElementById(`${name}-flaw`);
        const input = form.querySelector(`[name="${name}"]:not([type=hidden])`);
        if (!line || !input) continue;
        const flaw = flaws[name];
        part(line, "span").textContent = flaw ?? "";
        line.hidden = !flaw;
        if (flaw) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
    }
    const first = Object.values(flaws)[0];
    if (!first) return;
    place.hidden = true;
    say(first);
}

/**
 * Shows a line for a while, or until it can be tried again.
 * @param {string} line
 * @param {boolean} mayTryAgain
 */
function tell(line, mayTryAgain = false) {
    clearTimeout(timer);
    document.getElementById("note")?.remove();
    part(place, "p").textContent = line;
    again.hidden = !mayTryAgain;
    place.hidden = false;
    say(line);
    if (!mayTryAgain) timer = setTimeout(() => (place.hidden = true), patience);
}
