// Settings: each change is saved at once, and the page follows it.

import { importDroppedFiles } from "../dropped.js";
import { repeatEarlyChanges } from "../form-content.js";
import { announce, data, element, part } from "../page.js";
import { phrase } from "../phrases.js";
import { reloadWhenRestored } from "../restored-page.js";
import { costSentence, simulateTargets } from "../retention-cost.js";
import { at, space } from "../site.js";
import { showVoices } from "../voices.js";

importDroppedFiles();

/** How long a message stays, in milliseconds. */
const messageDuration = 3000;

/** Stores, across the reload in another language, where the language setting stood on the screen. */
const languageChangeKey = `${space} spoken`;

/** Fields that are copied to the root element, where style sheets read them. */
const appearanceFields = ["theme", "motion", "transparency", "differentiate"];

const form = /** @type {HTMLFormElement} */ (element("settings"));
const notice = element("saved");
const retry = part(notice, "button");

/** Values still to be sent, by name; a later value replaces an earlier one. @type {Map<string, string>} */
const pending = new Map();
/** What each target retention costs, as far as that is known yet. @type {Map<number, string>} */
const costs = new Map();
let isSending = false;
/** @type {HTMLElement | undefined} the control that was changed last */
let changed;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.type === "range") updateSlider(input);
    else if (appearanceFields.includes(input.name)) show(input);
});
form.addEventListener("change", (event) => save(/** @type {HTMLElement} */ (event.target)));
form.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-step]");
    if (button instanceof HTMLElement) step(button);
});
retry.addEventListener("click", send);
repeatEarlyChanges();
showVoices();
addEventListener("pagehide", sendRemaining);
reloadWhenRestored(() => pending.size > 0);
const height = sessionStorage.getItem(languageChangeKey);
if (height !== null) {
    sessionStorage.removeItem(languageChangeKey);
    const chosen = part(form, "[name=language]");
    chosen.focus({ preventScroll: true });
    // The content above is longer or shorter in another language.
    scrollBy(0, chosen.getBoundingClientRect().top - Number(height));
    history.scrollRestoration = "auto";
    showNotice(phrase("Saved"));
}
addEventListener("load", () => setTimeout(simulateCosts, 500));
for (const slider of form.querySelectorAll("input[type=range]")) fill(/** @type {HTMLInputElement} */ (slider));

/**
 * Applies an appearance setting to the page.
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

/** Simulates in the background what each target costs this learner, and replaces what holds for most people. */
function simulateCosts() {
    const slider = /** @type {HTMLInputElement} */ (part(form, "[name=retention]"));
    const [current, least, most] = [slider.value, slider.min, slider.max].map(Number);
    const targets = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    // The current one first, and then those beside it.
    targets.sort((a, b) => Math.abs(a - current) - Math.abs(b - current));
    simulateTargets(at("/statistics/scheduler/outlook"), targets, (cost) => {
        costs.set(cost.percent, costSentence(cost));
        if (cost.percent === Number(slider.value)) showRetention(slider);
    });
}

/**
 * Shows what the target retention means.
 * @param {HTMLInputElement} slider
 */
function showRetention(slider) {
    const percent = Number(slider.value);
    const cost = costs.get(percent);
    element("retention-hint").textContent = cost
        ? `${phrase("You remember about %lld of 100 cards when they come up.", percent)} ${cost}`
        : data("retention-words")[percent - Number(slider.min)];
}

/**
 * Shows the meaning of a slider's value.
 * @param {HTMLInputElement} input
 */
function updateSlider(input) {
    showRetention(input);
    input.setAttribute("aria-valuetext", phrase("%@ of 100", input.value));
    fill(input);
}

/**
 * Colours the slider up to its value.
 * @param {HTMLInputElement} input
 */
function fill(input) {
    const [value, min, max] = [input.value, input.min, input.max].map(Number);
    input.style.setProperty("--p", String((value - min) / (max - min)));
}

/**
 * Steps the number beside a button up or down within its limits.
 * @param {HTMLElement} button
 */
function step(button) {
    const input = /** @type {HTMLInputElement} */ (part(/** @type {HTMLElement} */ (button.parentElement), "input"));
    const number = Number(input.value.replaceAll(",", "")) || 0;
    const next = Math.min(Math.max(number + Number(button.dataset.step), Number(input.dataset.min)), Number(input.dataset.max));
    if (String(next) === input.value) return;
    input.value = String(next);
    save(input);
}

/**
 * Saves the values in the row of a control.
 * @param {HTMLElement} control
 */
function save(control) {
    changed = control;
    collect(control);
    send();
}

/**
 * Collects the values in the row of a control.
 * @param {Element} control
 */
function collect(control) {
    const row = /** @type {HTMLElement} */ (control.closest(".set-row"));
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (row.querySelectorAll("input, select"))) {
        if (input.type === "hidden") pending.set(input.name, input.value);
        else if (input.checked || (input.type !== "radio" && input.type !== "checkbox")) pending.set(input.name, input.value);
    }
}

/** Sends what has not been sent yet, including text being typed, when the page is left. */
function sendRemaining() {
    const typed = document.activeElement;
    if (typed instanceof HTMLInputElement && typed.type === "text" && typed.value !== typed.defaultValue) collect(typed);
    if (pending.size > 0) navigator.sendBeacon(form.action, new URLSearchParams([...pending]));
}

/** Sends pending values, one request after the other, so that the last change wins. */
async function send() {
    if (isSending) return;
    isSending = true;
    while (pending.size > 0) {
        const fields = [...pending];
        pending.clear();
        try {
            const response = await fetch(form.action, {
                method: "POST",
                keepalive: true,
                headers: { Accept: "application/json" },
                body: new URLSearchParams(fields),
            });
            if (!response.ok && response.status !== 422) throw new Error(`Status ${response.status}`);
            const { flaws } = await response.json();
            showErrors(fields.map(([name]) => name), flaws);
            if (response.ok && fields.some(([name]) => name === "language")) return reloadInPlace();
            if (response.ok) showNotice(phrase("Saved"));
        } catch {
            // A value changed meanwhile is newer.
            for (const [name, value] of fields) if (!pending.has(name)) pending.set(name, value);
            showNotice(phrase("Not saved: Omena can’t be reached right now."), true);
            break;
        }
    }
    isSending = false;
}

/** Reloads the page in the new language, at the same scroll position. */
function reloadInPlace() {
    history.scrollRestoration = "manual";
    sessionStorage.setItem(languageChangeKey, String(part(form, "[name=language]").getBoundingClientRect().top));
    location.reload();
}

/**
 * Shows the error of each sent field, or removes it.
 * @param {string[]} names
 * @param {Record<string, string>} flaws
 */
function showErrors(names, flaws) {
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
    notice.hidden = true;
    announce(first);
}

/**
 * Shows a message for a while, or until a retry succeeds.
 * @param {string} line
 * @param {boolean} mayTryAgain
 */
function showNotice(line, mayTryAgain = false) {
    clearTimeout(timer);
    document.getElementById("note")?.remove();
    part(notice, "p").textContent = line;
    if (!mayTryAgain && document.activeElement === retry) changed?.focus();
    retry.hidden = !mayTryAgain;
    notice.hidden = false;
    announce(line);
    if (!mayTryAgain) timer = setTimeout(() => (notice.hidden = true), messageDuration);
}
