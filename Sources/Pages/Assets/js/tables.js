// Remembers in this browser for which figures the learner chose the table.

import { space } from "./site.js";

const storageKey = `${space} tables`;

/** Shows the tables that were chosen before, and stores what is chosen from now on. */
export function rememberTables() {
    const before = stored();
    for (const table of document.querySelectorAll(".chart-or-table input[value=table]")) {
        if (table instanceof HTMLInputElement && before.has(table.name)) table.checked = true;
    }
    document.addEventListener("change", ({ target }) => {
        if (!(target instanceof HTMLInputElement) || !target.closest(".chart-or-table")) return;
        // Read again, because another tab may have stored others meanwhile.
        const chosen = stored();
        if (target.value === "table") chosen.add(target.name);
        else chosen.delete(target.name);
        store(chosen);
    });
}

/** The names of the choices, as the page has them. @returns {Set<string>} */
function stored() {
    try {
        return new Set(JSON.parse(localStorage.getItem(storageKey) ?? "[]"));
    } catch {
        return new Set();
    }
}

/** @param {Set<string>} chosen */
function store(chosen) {
    try {
        localStorage.setItem(storageKey, JSON.stringify([...chosen]));
    } catch {
        // Without storage each visit begins with the charts.
    }
}
