// Says under a chart what it shows on a day or in a column: the one under the pointer or finger, or reached by arrow keys.
//
// To the keyboard and to screen readers a chart is a slider: one stop for the Tab key, and its value is read when it changes. It is a
// native one, because screen readers on phones move no other.

import { repeatEarlyChanges } from "../form-content.js";
import { afterFrame } from "../motion.js";
import { part } from "../page.js";
import { phrase } from "../phrases.js";
import { reloadWhenRestored } from "../restored-page.js";
import { rememberTables } from "../tables.js";

/**
 * What a chart needs to be read.
 * @typedef {object} Chart
 * @property {HTMLElement} box what has the name of the chart until a slider has it
 * @property {SVGSVGElement} drawing
 * @property {HTMLElement} reading where the text is shown
 * @property {number} count how many days or columns there are
 * @property {(index: number) => string} textAt what one of them says, of which seldom more than a few are asked for
 * @property {number} start where reading starts
 * @property {Record<string, number>} [steps] how far keys go that go no single step
 * @property {(x: number, y: number) => number} indexAt what is drawn at a place, in the units of the drawing
 * @property {(index: number) => string} outline the path around what is drawn
 */

const isMirrored = document.documentElement.dir === "rtl";
/** The arrow keys in the order of time. */
const [later, earlier] = isMirrored ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];

reloadWhenRestored();
rememberTables();
repeatEarlyChanges();
closeScopeElsewhere();
makeChartsReadable();

async function makeChartsReadable() {
    // The charts are seen a frame earlier than a key or a finger can reach them.
    await afterFrame();
    for (const figure of document.querySelectorAll(".figure")) {
        const drawing = figure.querySelector(".heat-scroll svg, svg.columns, svg.lines");
        const rows = figure.querySelectorAll(".figure-table tbody tr");
        if (!(drawing instanceof SVGSVGElement) || rows.length === 0) continue;
        makeReadable(drawing.matches(".heat") ? heatMap(figure, drawing) : columns(figure, drawing, [...rows]));
    }
}

/**
 * @param {Element} figure
 * @param {SVGSVGElement} drawing
 * @returns {Chart}
 */
function heatMap(figure, drawing) {
    const days = [...figure.querySelectorAll(".each-day li")].reverse();
    const { width, height } = drawing.viewBox.baseVal;
    const cell = (7 * width) / days.length;
    const top = height - 7 * cell;
    return {
        box: part(figure, ".heat-scroll"),
        drawing,
        reading: part(figure, ".reading"),
        count: days.length,
        textAt: (index) => days[index]?.textContent ?? "",
        start: days.findIndex((day) => day.hasAttribute("aria-current")),
        steps: { [later]: 7, [earlier]: -7, ArrowDown: 1, ArrowUp: -1, PageUp: -28, PageDown: 28 },
        // The squares of a page that reads from right to left are drawn so.
        indexAt: (x, y) => {
            const week = Math.floor((isMirrored ? width - x : x) / cell);
            return 7 * week + Math.min(Math.max(Math.floor((y - top) / cell), 0), 6);
        },
        outline: (index) => {
            const week = Math.floor(index / 7);
            const x = isMirrored ? width - (week + 1) * cell : week * cell;
            return `M${x} ${top + (index % 7) * cell}h${cell - 1}v${cell - 1}h${1 - cell}z`;
        },
    };
}

/**
 * Columns or points of lines, each of which is a row of the table.
 * @param {Element} figure
 * @param {SVGSVGElement} drawing
 * @param {Element[]} rows
 * @returns {Chart}
 */
function columns(figure, drawing, rows) {
    const heads = [...figure.querySelectorAll(".figure-table thead th")].slice(1).map((head) => head.textContent ?? "");
    const { width, height } = drawing.viewBox.baseVal;
    const isOfLines = drawing.matches(".lines");
    return {
        box: part(figure, ".drawing > [role=img]"),
        drawing,
        reading: part(figure, ".reading"),
        count: rows.length,
        textAt: (index) => rowText(rows[index], heads),
        // What is ahead, and the hours of a day, are read from their start.
        start: figure.querySelector("#forecast-title, #hours-title") ? 0 : rows.length - 1,
        // The style sheet mirrors the whole drawing.
        indexAt: (across) => {
            const x = isMirrored ? width - across : across;
            return isOfLines ? Math.round(x / 10) : Math.floor(x / 10);
        },
        outline: (index) => (isOfLines ? `M${10 * index} 0v${height}` : `M${10 * index} 0h10v${height}h-10z`),
    };
}

/**
 * A row of a table in one line: `23 November 2026: Learning 3, Young 5`.
 * @param {Element | undefined} row
 * @param {string[]} heads
 */
function rowText(row, heads) {
    const [name = "", ...cells] = [...(row?.children ?? [])].map((cell) => cell.textContent ?? "");
    const values = cells.map((cell, index) => (cells.length > 1 ? `${heads[index]} ${cell}` : cell));
    return phrase("%@: %@", name, values.reduce((list, value) => phrase("%@, %@", list, value)));
}

/** Closes the choice of cards, which covers figures, on Escape and when the learner goes on elsewhere. */
function closeScopeElsewhere() {
    const scope = document.querySelector("details.scope");
    if (!(scope instanceof HTMLDetailsElement)) return;
    scope.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !scope.open) return;
        scope.open = false;
        part(scope, "summary").focus();
    });
    for (const kind of ["focusin", "pointerdown"]) {
        document.addEventListener(kind, ({ target }) => {
            if (target instanceof Node && !scope.contains(target)) scope.open = false;
        });
    }
}

/** @param {Chart} chart */
function makeReadable({ box, drawing, reading, count, textAt, start, steps = {}, indexAt, outline }) {
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
    mark.classList.add("chosen");
    let chosen = start;

    const slider = document.createElement("input");
    slider.type = "range";
    slider.className = "chart-slider";
    slider.min = "1";
    slider.max = String(count);
    // Without it, Safari moves by a twentieth of the whole.
    slider.step = "1";
    for (const name of ["aria-labelledby", "aria-describedby"]) {
        const value = box.getAttribute(name);
        if (value) slider.setAttribute(name, value);
        box.removeAttribute(name);
    }
    box.removeAttribute("role");
    box.removeAttribute("tabindex");
    drawing.parentElement?.setAttribute("aria-hidden", "true");
    tell();
    box.append(slider);

    slider.addEventListener("focus", show);
    slider.addEventListener("input", () => go(slider.valueAsNumber - 1));
    slider.addEventListener("keydown", (event) => {
        const step = steps[event.key];
        if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        go(chosen + step);
    });
    drawing.addEventListener("pointermove", (event) => {
        if (event.pointerType === "mouse") chooseAt(event);
    });
    drawing.addEventListener("click", chooseAt);

    /** @param {MouseEvent} event */
    function chooseAt({ clientX, clientY }) {
        const shown = drawing.getBoundingClientRect();
        const { width, height } = drawing.viewBox.baseVal;
        choose(indexAt(((clientX - shown.left) / shown.width) * width, ((clientY - shown.top) / shown.height) * height));
    }

    /** @param {number} index */
    function go(index) {
        choose(index);
        mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    /** @param {number} index */
    function choose(index) {
        if (index < 0 || index >= count) return;
        chosen = index;
        tell();
        show();
    }

    function tell() {
        slider.valueAsNumber = chosen + 1;
        slider.setAttribute("aria-valuetext", textAt(chosen));
    }

    function show() {
        reading.textContent = textAt(chosen);
        mark.setAttribute("d", outline(chosen));
        if (!mark.isConnected) drawing.append(mark);
    }
}
