// Keeps a page usable while the keyboard of a phone covers a part of it.

/**
 * Gives the height of the page that the keyboard covers to the style sheet, as `--keyboard`. Content above it does
 * not move: what must stay in reach is lifted, and the end of the page can be scrolled up.
 */
export function trackKeyboard() {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const root = document.documentElement;
    const update = () => {
        const { height, offsetTop, scale } = visualViewport;
        // A zoomed viewport is smaller without any keyboard.
        const covered = scale > 1.01 ? 0 : root.clientHeight - offsetTop - height;
        root.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    };
    visualViewport.addEventListener("resize", update);
    visualViewport.addEventListener("scroll", update);
}
