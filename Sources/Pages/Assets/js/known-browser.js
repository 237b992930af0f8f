// The token by which the server knows this browser: wrong passphrases of others do not make it wait.

import { space } from "./site.js";

const key = `${space} browser`;

/** The token; empty before a key was right here. */
export function browserToken() {
    try {
        return localStorage.getItem(key) ?? "";
    } catch {
        return "";
    }
}

/** @param {string} token */
export function storeBrowserToken(token) {
    try {
        localStorage.setItem(key, token);
    } catch {
        // Without storage the cookie alone is counted.
    }
}
