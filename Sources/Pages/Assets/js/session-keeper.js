// Keeps the session of a browser where no other program of this machine receives it.

/**
 * Makes the browser send the secret of a session with each request, as HTTP authentication: unlike a cookie, that is
 * sent to no other port of this machine.
 * @param {string} secret
 * @param {string} address at the root, because browsers repeat it for everything below the folder of the address
 * @returns {Promise<void>}
 */
export function keepSession(secret, address) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open("GET", address, true, secret, "unlocked");
        request.setRequestHeader("Accept", "application/json");
        request.onload = () => (request.status === 200 ? resolve() : reject(new Error(`Status ${request.status}`)));
        request.onerror = () => reject(new Error("The server cannot be reached."));
        request.send();
    });
}
