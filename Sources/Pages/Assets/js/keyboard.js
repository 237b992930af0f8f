// Keeps a page where it is while a phone's keyboard lies over it.

/**
 * Tells the styles how much of the page's lower end a keyboard covers, as `--keyboard`. Nothing above moves by that:
 * what must stay in reach is lifted, and what lies at the end can be scrolled up.
 */
export function makeWayForKeyboard() {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const root = document.documentElement;
    const follow = () => {
        const { height, offsetTop, scale } = visualViewport;
        // Who looks at a part of the page through a glass has no keyboard before it.
        const covered = scale > 1.01 ? 0 : root.clientHeight - offsetTop - height;
        root.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    };
    visualViewport.addEventListener("resize", follow);
    visualViewport.addEventListener("scroll", follow);
}
