// Where this learner's pages are: a server of several learners has those of each below a path of their own, and one
// browser may show them all. What a browser stores is named after that path, so that nobody sees another's.

/** The path before all addresses, such as "/~anna"; empty on the server of a single learner. */
export const base = document.documentElement.dataset.base ?? "";

/** What the names of everything stored here begin with. */
export const space = spaceOf(base);

/**
 * What the names of everything begin with that is stored of a learner.
 * @param {string} base
 */
export function spaceOf(base) {
    return base ? `omena ${base}` : "omena";
}

/**
 * An address on this server.
 * @param {string} path as if there were a single learner
 */
export function at(path) {
    return base + path;
}

/** The path of this page as if there were a single learner. */
export function ownPath() {
    return location.pathname.slice(base.length);
}
