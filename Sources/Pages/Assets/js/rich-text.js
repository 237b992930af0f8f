// Edits the HTML of a field as it is read. The text area keeps the HTML, so that everything else on the page goes on
// with it; it changes only when the learner edits, and then becomes clean HTML. HTML that is more than formatted text
// is edited as it is.

import { cloneTemplate, part } from "./page.js";
import { phrase } from "./phrases.js";

/** The elements that an editor shows, and what each is written as. Blocks become lines. */
const inlineNames = /** @type {Record<string, string>} */ ({
    B: "b", STRONG: "b", I: "i", EM: "i", U: "u", S: "s", STRIKE: "s", SUB: "sub", SUP: "sup", UL: "ul", OL: "ol", LI: "li",
});
const blockNames = ["DIV", "P"];

/**
 * Shows an editor for each text area of a form that holds HTML.
 * @param {HTMLFormElement} form
 */
export function enableRichText(form) {
    for (const area of /** @type {NodeListOf<HTMLTextAreaElement>} */ (form.querySelectorAll("textarea[data-rich]"))) enable(area);
}

/** @param {HTMLTextAreaElement} area */
function enable(area) {
    const editor = document.createElement("div");
    editor.className = "input rich";
    editor.contentEditable = "true";
    editor.dir = "auto";
    editor.lang = area.lang;
    const name = /** @type {HTMLElement} */ (area.closest(".field")).querySelector("label");
    for (const [attribute, value] of Object.entries({ role: "textbox", "aria-multiline": "true", "aria-labelledby": name?.id ?? "" })) {
        editor.setAttribute(attribute, value);
    }
    for (const attribute of ["aria-invalid", "aria-describedby", "data-head"]) {
        const value = area.getAttribute(attribute);
        if (value !== null) editor.setAttribute(attribute, value);
    }
    const tools = cloneTemplate("rich-tools");
    const source = /** @type {HTMLButtonElement} */ (part(tools, "[data-tool=source]"));
    let isWriting = false;
    let showsSource = false;
    area.after(editor, tools);
    document.execCommand("styleWithCSS", false, "false");

    /** Shows the text area's HTML in the editor, or the text area itself where that is asked for or needed. */
    function show() {
        const content = contentOf(area.value);
        const isEdited = content !== undefined && !showsSource;
        if (content && isEdited) editor.replaceChildren(...content.childNodes);
        editor.hidden = !isEdited;
        area.hidden = isEdited;
        source.disabled = content === undefined;
        source.setAttribute("aria-pressed", String(!isEdited));
        for (const tool of tools.querySelectorAll("[data-tool]:not([data-tool=source])")) tool.toggleAttribute("disabled", !isEdited);
    }

    function write() {
        isWriting = true;
        editor.removeAttribute("aria-invalid");
        area.value = htmlOf(editor);
        area.dispatchEvent(new Event("input", { bubbles: true }));
        isWriting = false;
    }

    // The selection in the editor, also while a button has the focus.
    /** @type {Range | undefined} */
    let range;
    document.addEventListener("selectionchange", () => {
        const selection = getSelection();
        // Another control that takes the focus may collapse it.
        if (document.activeElement === editor && selection?.rangeCount) range = selection.getRangeAt(0).cloneRange();
    });

    /**
     * @param {string} command
     * @param {string} [value]
     */
    function run(command, value) {
        editor.focus();
        if (range) getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
        document.execCommand(command, false, value);
    }

    /** @type {Record<string, (tool: HTMLElement) => void>} */
    const actions = {
        bold: () => run("bold"),
        italic: () => run("italic"),
        list: () => run("insertUnorderedList"),
        colour: ({ dataset }) => run("foreColor", dataset.colour),
        link() {
            const typed = prompt(phrase("Link address"), "https://")?.trim() ?? "";
            // An address is often typed without its scheme.
            const scheme = /^[^\s:/]+@[^\s:/]+$/.test(typed) ? "mailto:" : /^[^\s:/]+\.[^\s:/]/.test(typed) ? "https://" : "";
            const address = scheme + typed;
            if (isLink(address)) run("createLink", address);
        },
        gap() {
            if (!range) return;
            const around = gapAt(range);
            if (around) {
                around.querySelector("[data-hint]")?.remove();
                around.replaceWith(...around.childNodes);
            } else if (range.collapsed) {
                return;
            } else {
                const numbers = [...area.value.matchAll(/\{\{c(\d+)::/g)].map((match) => Number(match[1]));
                const gap = gapElement(Math.max(0, ...numbers) + 1);
                gap.append(range.extractContents());
                range.insertNode(gap);
            }
            editor.focus();
            write();
        },
        source() {
            showsSource = !showsSource;
            show();
            (showsSource ? area : editor).focus();
        },
    };
    for (const tool of /** @type {NodeListOf<HTMLElement>} */ (tools.querySelectorAll("button[data-tool]"))) {
        // The editor keeps the selection.
        tool.addEventListener("mousedown", (event) => event.preventDefault());
        tool.addEventListener("click", () => actions[tool.dataset.tool ?? ""]?.(tool));
    }
    editor.addEventListener("input", write);
    editor.addEventListener("paste", (event) => {
        event.preventDefault();
        const { clipboardData } = event;
        const text = clipboardData?.getData("text/plain");
        if (text) run("insertText", text);
        else area.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
    });
    area.addEventListener("input", () => {
        if (!isWriting && !showsSource) show();
    });
    name?.addEventListener("click", () => editor.hidden || editor.focus());
    show();
    if ((area.autofocus || area.hasAttribute("aria-invalid")) && !editor.hidden) editor.focus({ preventScroll: true });
}

/**
 * What an editor shows of some HTML; undefined if it would lose something.
 *
 * Read here instead of by the browser's parser, which would already act on what strangers wrote.
 * @param {string} html
 * @returns {HTMLElement | undefined}
 */
function contentOf(html) {
    const content = document.createElement("div");
    const open = /** @type {HTMLElement[]} */ ([content]);
    for (const [token, tag, attributes] of html.matchAll(/<(\/?[a-z]+)((?:\s[^<>]*)?)\/?>|[^<]+|</gi)) {
        const parent = open[open.length - 1];
        if (tag === undefined) {
            const text = plainText(token);
            if (text === undefined) return undefined;
            appendText(text, open);
        } else if (tag.startsWith("/")) {
            if (open.length === 1 || parent.dataset.tag !== tag.slice(1).toUpperCase()) return undefined;
            delete open.pop()?.dataset.tag;
        } else {
            const element = elementOf(tag.toUpperCase(), attributes.replace(/\/$/, "").trim());
            if (!element) return undefined;
            parent.append(element);
            if (element.tagName !== "BR") {
                element.dataset.tag = tag.toUpperCase();
                open.push(element);
            }
        }
    }
    return open.length === 1 ? content : undefined;
}

/**
 * Appends text to the innermost open element. A gap becomes an element, which may end in another text.
 * @param {string} text
 * @param {HTMLElement[]} open
 */
function appendText(text, open) {
    for (const piece of text.split(/(\{\{c\d+::|\}\})/)) {
        const parent = open[open.length - 1];
        const number = /^\{\{c(\d+)::$/.exec(piece)?.[1];
        if (number) {
            open.push(gapElement(Number(number)));
            parent.append(open[open.length - 1]);
        } else if (piece === "}}" && parent.dataset.gap) {
            markHint(parent);
            open.pop();
        } else if (piece) {
            parent.append(piece);
        }
    }
}

/**
 * The text that a card hides.
 * @param {number} number
 */
function gapElement(number) {
    const gap = document.createElement("mark");
    gap.dataset.gap = String(number);
    return gap;
}

/**
 * The gap that a selection begins in, or that the caret touches: a tap on a word puts it beside the word.
 * @param {Range} range
 */
function gapAt({ startContainer: node, startOffset, collapsed }) {
    const neighbour = !collapsed ? null : startOffset === 0 ? node.previousSibling : startOffset === node.nodeValue?.length ? node.nextSibling : null;
    const element = neighbour instanceof HTMLElement && neighbour.dataset.gap ? neighbour : node instanceof Element ? node : node.parentElement;
    return element?.closest("[data-gap]");
}

/**
 * Sets the hint at the end of a gap, which follows two colons, apart from the hidden text.
 * @param {HTMLElement} gap
 */
function markHint(gap) {
    const text = gap.lastChild?.nodeType === Node.TEXT_NODE ? gap.lastChild.nodeValue ?? "" : "";
    const start = text.indexOf("::");
    if (start < 0) return;
    const hint = document.createElement("small");
    hint.dataset.hint = "";
    hint.append(text.slice(start + 2));
    gap.lastChild?.replaceWith(text.slice(0, start), hint);
}

/**
 * An element without content; undefined if an editor does not show it.
 * @param {string} tag
 * @param {string} attributes
 */
function elementOf(tag, attributes) {
    const [, name, value] = /^(href|style|color)\s*=\s*["']?([^"']*)["']?$/i.exec(attributes) ?? [];
    const attribute = name?.toLowerCase();
    const isPlain = attributes === "" && (tag in inlineNames || tag === "BR" || blockNames.includes(tag));
    const element = document.createElement(tag === "FONT" ? "span" : tag);
    if (tag === "A" && attribute === "href" && isLink(value)) element.setAttribute("href", plainText(value) ?? value);
    else if (tag === "SPAN" && attribute === "style" && /^\s*color\s*:[^:;]*;?\s*$/i.test(value)) element.style.color = value.replace(/^\s*color\s*:|;\s*$/gi, "").trim();
    else if (tag === "FONT" && attribute === "color") element.style.color = value;
    else if (!isPlain) return undefined;
    return (tag === "SPAN" || tag === "FONT") && !element.style.color ? undefined : element;
}

/** The character references that editors of cards write. */
const references = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" }));

/**
 * Text with its character references read; undefined if one is unknown, or a tag begins in it that does not end.
 * @param {string} source
 */
function plainText(source) {
    if (source === "<") return undefined;
    let isKnown = true;
    const text = source.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (reference, decimal, hexadecimal, name) => {
        const code = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
        if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
        isKnown &&= references.has(name);
        return references.get(name) ?? reference;
    });
    return isKnown ? text : undefined;
}

/**
 * The content of an editor as clean HTML, its lines separated by breaks.
 * @param {HTMLElement} root
 */
function htmlOf(root) {
    let html = "";
    for (const node of root.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) {
            html += escaped(node.nodeValue ?? "");
            continue;
        }
        if (!(node instanceof HTMLElement)) continue;
        const inner = htmlOf(node);
        const { tagName } = node;
        const colour = node.getAttribute("color") ?? node.style.color;
        if (tagName === "BR") html += "<br>";
        else if (node.dataset.gap) html += inner && `{{c${node.dataset.gap}::${inner}}}`;
        else if ("hint" in node.dataset) html += inner && `::${inner}`;
        else if (blockNames.includes(tagName)) html += (html && !/<(br|\/ul|\/ol)>$/.test(html) && !/^<[uo]l>/.test(inner) ? "<br>" : "") + inner + (node.nextSibling ? "<br>" : "");
        else if (tagName in inlineNames) html += inner && `<${inlineNames[tagName]}>${inner}</${inlineNames[tagName]}>`;
        else if (tagName === "A" && isLink(node.getAttribute("href") ?? "")) html += `<a href="${quoted(node.getAttribute("href") ?? "")}">${inner}</a>`;
        else if (colour) html += inner && `<span style="color: ${quoted(colour)}">${inner}</span>`;
        else html += inner;
    }
    // The last break of a line only holds it open.
    return root.isContentEditable || blockNames.includes(root.tagName) ? html.replace(/<br>$/, "") : html;
}

/** @param {string} text */
function escaped(text) {
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\u00A0", "&nbsp;");
}

/** @param {string} text */
function quoted(text) {
    return escaped(text).replaceAll('"', "&quot;");
}

/** @param {string} address */
function isLink(address) {
    return /^(https?:\/\/|mailto:)./i.test(address);
}
