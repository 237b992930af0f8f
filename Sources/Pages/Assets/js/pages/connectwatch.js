// On every page of a library that other programs can reach: asks the learner about a new program, and goes where an
// allowed one leads.

import { base, ownPath, space } from "../site.js";

/** The time between two looks, in milliseconds. */
const pollInterval = 3_000;
/** Where the number of the last event is kept, so that the next page does not act on it again. */
const storageKey = `${space} connect`;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The address of the question that is shown, or was put aside. */
let asked = "";

document.addEventListener("visibilitychange", () => look());
look();

async function look() {
    clearTimeout(timer);
    timer = setTimeout(look, pollInterval);
    if (document.hidden) return;
    const seen = sessionStorage.getItem(storageKey);
    try {
        const address = `${base}/settings/connections/news${seen === null ? "" : `?after=${seen}`}`;
        const response = await fetch(address, { headers: { Accept: "application/json" }, cache: "no-store" });
        if (!response.ok) return;
        const { number, go, question } = await response.json();
        sessionStorage.setItem(storageKey, String(number));
        if (question) ask(question);
        if (go && isFree()) location.assign(go);
    } catch {
        // The server cannot be reached; the next look may succeed.
    }
}

/** Whether nothing would be lost or interrupted by leaving the page. */
function isFree() {
    return !ownPath().startsWith("/study") && !document.querySelector("form.sheet");
}

/**
 * Shows a question at the edge of the page, with a link to where it is answered.
 * @param {{ text: string, action: string, address: string }} question
 */
function ask({ text, action, address }) {
    if (asked === address || location.pathname === address) return;
    asked = address;
    document.getElementById("connect-question")?.remove();
    const place = document.createElement("div");
    place.id = "connect-question";
    place.className = "toast-place";
    const toast = document.createElement("div");
    toast.className = "toast";
    toast.setAttribute("role", "alert");
    const words = document.createElement("p");
    words.textContent = text;
    const link = document.createElement("a");
    link.className = "btn btn-small";
    link.href = address;
    link.textContent = action;
    toast.append(words, link);
    place.append(toast);
    document.body.append(place);
}
