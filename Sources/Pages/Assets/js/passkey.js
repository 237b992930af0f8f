// Asks the device to create a passkey, or to sign with one. The key is what the passkey derives from a salt (PRF).
//
// The salts are stored here, where only pages of this origin and port can read them.

import { phrase } from "./phrases.js";
import { space } from "./site.js";
import { UserError } from "./user-error.js";

/** How long the learner may take, in milliseconds. */
const timeout = 120_000;

/** @typedef {{type: "public-key", id: string, transports?: AuthenticatorTransport[]}} Descriptor */
/**
 * The browser's JSON form of a request.
 * @typedef {{challenge: string, rpId?: string, userVerification?: UserVerificationRequirement, allowCredentials?: Descriptor[]}} Request
 */
/**
 * What a passkey signed, for the server, and its secret if its salt is known here.
 * @typedef {{id: string, clientDataJSON: string, authenticatorData: string, signature: string, prf?: string}} Signed
 */
/**
 * @typedef {{challenge: string, rp: {id: string, name: string}, user: {id: string, name: string, displayName: string},
 *   algorithms: number[], exclude: string[], salt: string}} Enrolment
 */
/** @typedef {{results?: {first?: BufferSource}, enabled?: boolean}} Prf */

/** Whether this browser can use passkeys here. */
function canAsk() {
    return "PublicKeyCredential" in window && isSecureContext;
}

/**
 * Asks a passkey for a signature.
 * @param {Request} request
 * @returns {Promise<Signed>}
 */
export async function sign({ challenge, rpId, allowCredentials = [] }) {
    const salts = Object.fromEntries(allowCredentials.flatMap(({ id }) => knownSalt(id)));
    const credential = await request((signal) =>
        navigator.credentials.get({
            signal,
            publicKey: {
                challenge: bytes(challenge),
                rpId,
                timeout,
                userVerification: "required",
                allowCredentials: allowCredentials.map(descriptor),
                ...(Object.keys(salts).length > 0 && { extensions: /** @type {any} */ ({ prf: { evalByCredential: salts } }) }),
            },
        }),
    );
    const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
    const secret = prf(credential).results?.first;
    return {
        id: text(credential.rawId),
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        ...(secret && { prf: text(secret) }),
    };
}

/** @param {string} id of a passkey */
const saltKey = (id) => `${space} salt ${id}`;

/**
 * Stores the salt from which a passkey derives its secret.
 * @param {string} id
 * @param {string} salt
 */
export function storeSalt(id, salt) {
    try {
        localStorage.setItem(saltKey(id), salt);
    } catch {
        // Without storage the passkey is asked twice each time.
    }
}

/**
 * @param {string} id
 * @returns {[string, {first: Uint8Array}][]}
 */
function knownSalt(id) {
    try {
        const salt = localStorage.getItem(saltKey(id));
        return salt ? [[id, { first: bytes(salt) }]] : [];
    } catch {
        return [];
    }
}

/**
 * Creates a passkey and its secret. An authenticator without secrets is detected here.
 * @param {Enrolment} enrolment
 */
export async function enrol({ salt, ...options }) {
    const credential = await create(options, "preferred", { prf: { eval: { first: bytes(salt) } } });
    const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
    const { enabled, results } = prf(credential);
    if (!enabled && !results?.first) throw noSecretError();
    const secret = results?.first ?? (await requestSecret(credential, options.rp.id, salt));
    storeSalt(text(credential.rawId), salt);
    return {
        "client-data": text(response.clientDataJSON),
        attestation: text(response.attestationObject),
        salt,
        secret: text(secret),
    };
}

/**
 * Creates a passkey that the device finds by itself, with which its owner signs in.
 * @param {Omit<Enrolment, "salt">} options
 */
export async function enrolForSigningIn(options) {
    const credential = await create(options, "required", {});
    const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
    return { "client-data": text(response.clientDataJSON), attestation: text(response.attestationObject) };
}

/**
 * @param {Omit<Enrolment, "salt">} options
 * @param {ResidentKeyRequirement} residentKey
 * @param {object} extensions
 */
function create({ challenge, rp, user, algorithms, exclude }, residentKey, extensions) {
    return request((signal) =>
        navigator.credentials.create({
            signal,
            publicKey: {
                challenge: bytes(challenge),
                rp,
                user: { ...user, id: bytes(user.id) },
                timeout,
                pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
                authenticatorSelection: { residentKey, userVerification: "required" },
                excludeCredentials: exclude.map((id) => descriptor({ type: "public-key", id })),
                extensions: /** @type {any} */ (extensions),
            },
        }),
    );
}

/**
 * Asks for the secret of a new passkey whose authenticator did not return it on creation. The signature is not
 * checked.
 * @param {PublicKeyCredential} credential
 * @param {string} rpId
 * @param {string} salt
 */
async function requestSecret({ rawId }, rpId, salt) {
    const assertion = await request((signal) =>
        navigator.credentials.get({
            signal,
            publicKey: {
                challenge: crypto.getRandomValues(new Uint8Array(32)),
                rpId,
                timeout,
                userVerification: "required",
                allowCredentials: [{ type: "public-key", id: rawId }],
                extensions: /** @type {any} */ ({ prf: { eval: { first: bytes(salt) } } }),
            },
        }),
    );
    const secret = prf(assertion).results?.first;
    if (!secret) throw noSecretError();
    return secret;
}

/**
 * Runs a passkey operation; explains in words why it failed.
 * @param {(signal: AbortSignal) => Promise<Credential | null>} asking
 */
async function request(asking) {
    if (!canAsk()) {
        throw new UserError(phrase("This browser can’t use passkeys here. Unlock another way, or open Omena over https."));
    }
    const start = performance.now();
    const controller = new AbortController();
    // A browser may exceed the timeout that it was given.
    const timer = setTimeout(() => controller.abort(), timeout + 5_000);
    try {
        const credential = await asking(controller.signal);
        if (credential instanceof PublicKeyCredential) return credential;
        throw new DOMException("", "NotAllowedError");
    } catch (error) {
        throw new UserError(explain(error, performance.now() - start));
    } finally {
        clearTimeout(timer);
    }
}

/**
 * @param {unknown} error
 * @param {number} elapsed in milliseconds
 */
function explain(error, elapsed) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "AbortError" || (name === "NotAllowedError" && elapsed >= timeout)) {
        return phrase("That took too long. Try again.");
    }
    switch (name) {
        // The error is the same for a cancelled request, a missing key and a failed verification.
        case "NotAllowedError":
            return phrase("No passkey was used. Either you cancelled, or this device has no passkey for Omena. Try again, or unlock another way.");
        case "InvalidStateError":
            return phrase("This device’s passkey is already added.");
        case "SecurityError":
            return phrase("Passkeys don’t work at this address. Open Omena at its https address, or at localhost.");
        case "NotSupportedError":
        case "ConstraintError":
            return phrase("This device can’t create a passkey that verifies you. Set up a PIN, fingerprint or face unlock on it.");
        default:
            return phrase("This device couldn’t be asked for a passkey. Unlock another way.");
    }
}

export function noSecretError() {
    return new UserError(phrase("This device can verify you, but can’t store a key for Omena. Use another device or a passphrase."));
}

/**
 * @param {PublicKeyCredential} credential
 * @returns {Prf}
 */
function prf(credential) {
    return /** @type {any} */ (credential.getClientExtensionResults()).prf ?? {};
}

/**
 * @param {Descriptor} descriptor
 * @returns {PublicKeyCredentialDescriptor}
 */
function descriptor({ id, transports }) {
    return { type: "public-key", id: bytes(id), ...(transports && { transports }) };
}

/**
 * Decodes URL-safe Base64 without padding.
 * @param {string} text
 */
export function bytes(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/**
 * @param {BufferSource} source
 */
export function text(source) {
    const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
}
