// How large a text can be shown on a card.

/** @type {Intl.Segmenter | undefined} */
let segmenter;

/**
 * The size class for a long text or a text with long words; nothing is ever cut off.
 * @param {string} text
 */
export function sizeClass(text) {
    const width = widthOf(text);
    const longest = Math.max(...text.split(/\s+/).map(widthOf));
    if (width > 90) return "text";
    if (width > 26 || longest > 14) return "sentence";
    if (width > 11 || longest > 9) return "long";
    return undefined;
}

/**
 * The number of characters as a reader counts them; East Asian ones are twice as wide.
 * @param {string} text
 */
function widthOf(text) {
    // Most texts need no segmenter, which is slow to create.
    if (/^[\u0020-\u024f]*$/.test(text)) return text.length;
    segmenter ??= new Intl.Segmenter();
    let width = 0;
    for (const { segment } of segmenter.segment(text)) {
        width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(segment) ? 2 : 1;
    }
    return width;
}
