// Asks the device for a passkey: to be a way to unlock, or to unlock. What it makes of the salt (PRF) is the key.

import { Refusal } from "./user-error.js";
import { phrase } from "./phrases.js";

/** How long somebody may look for their key, in milliseconds. */
const patience = 120_000;

/** @typedef {{type: "public-key", id: string, transports?: AuthenticatorTransport[]}} Descriptor */
/** @typedef {{first: string}} Salt */
/**
 * As a browser's own JSON form of it, but for the salts, which some browsers do not read there.
 * @typedef {{challenge: string, rpId?: string, userVerification?: UserVerificationRequirement, allowCredentials?: Descriptor[],
 *   extensions?: {prf?: {evalByCredential?: Record<string, Salt>}}}} Request
 */
/**
 * @typedef {{challenge: string, rp: {id: string, name: string}, user: {id: string, name: string, displayName: string},
 *   algorithms: number[], exclude: string[], salt: string}} Enrolment
 */
/** @typedef {{results?: {first?: BufferSource}, enabled?: boolean}} Prf */

/** Whether this browser can ask for passkeys at all. */
export function canAsk() {
    return "PublicKeyCredential" in window && isSecureContext;
}

/**
 * Asks one of the passkeys to sign and to make its secret; all that the server wants to see of that.
 * @param {Request} request
 */
export async function unlockWith({ challenge, rpId, allowCredentials = [], extensions }) {
    const salts = extensions?.prf?.evalByCredential ?? {};
    const credential = await ask((signal) =>
        navigator.credentials.get({
            signal,
            publicKey: {
                challenge: bytes(challenge),
                rpId,
                timeout: patience,
                userVerification: "required",
                allowCredentials: allowCredentials.map(descriptor),
                extensions: /** @type {any} */ ({ prf: { evalByCredential: evaluated(salts) } }),
            },
        }),
    );
    const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
    const secret = prf(credential).results?.first;
    if (!secret) throw withoutSecret();
    return {
        id: text(credential.rawId),
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        prf: text(secret),
    };
}

/**
 * Makes a new passkey and its secret. An authenticator that cannot make one is told apart here.
 * @param {Enrolment} enrolment
 */
export async function enrol({ challenge, rp, user, algorithms, exclude, salt }) {
    const credential = await ask((signal) =>
        navigator.credentials.create({
            signal,
            publicKey: {
                challenge: bytes(challenge),
                rp,
                user: { ...user, id: bytes(user.id) },
                timeout: patience,
                pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
                authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
                excludeCredentials: exclude.map((id) => descriptor({ type: "public-key", id })),
                extensions: /** @type {any} */ ({ prf: { eval: { first: bytes(salt) } } }),
            },
        }),
    );
    const response = /** @type {AuthenticatorAttestationResponse} */ (credential.response);
    const { enabled, results } = prf(credential);
    if (!enabled && !results?.first) throw withoutSecret();
    return {
        "client-data": text(response.clientDataJSON),
        attestation: text(response.attestationObject),
        salt,
        secret: text(results?.first ?? (await secretOf(credential, rp.id, salt))),
    };
}

/**
 * The secret of a passkey whose authenticator makes none while it is made, but when it is asked. Nobody checks what it signs here.
 * @param {PublicKeyCredential} credential
 * @param {string} rpId
 * @param {string} salt
 */
async function secretOf({ rawId }, rpId, salt) {
    const asked = await ask((signal) =>
        navigator.credentials.get({
            signal,
            publicKey: {
                challenge: crypto.getRandomValues(new Uint8Array(32)),
                rpId,
                timeout: patience,
                userVerification: "required",
                allowCredentials: [{ type: "public-key", id: rawId }],
                extensions: /** @type {any} */ ({ prf: { eval: { first: bytes(salt) } } }),
            },
        }),
    );
    const secret = prf(asked).results?.first;
    if (!secret) throw withoutSecret();
    return secret;
}

/**
 * Asks the device, and says in words why nothing came of it.
 * @param {(signal: AbortSignal) => Promise<Credential | null>} asking
 */
async function ask(asking) {
    if (!canAsk()) {
        throw new Refusal(phrase("This browser has no passkeys here. Use another way, or open Omena over https."));
    }
    const begin = performance.now();
    const controller = new AbortController();
    // A browser may not keep to the time that it was given.
    const timer = setTimeout(() => controller.abort(), patience + 5_000);
    try {
        const credential = await asking(controller.signal);
        if (credential instanceof PublicKeyCredential) return credential;
        throw new DOMException("", "NotAllowedError");
    } catch (error) {
        throw new Refusal(why(error, performance.now() - begin));
    } finally {
        clearTimeout(timer);
    }
}

/**
 * @param {unknown} error
 * @param {number} took in milliseconds
 */
function why(error, took) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "AbortError" || (name === "NotAllowedError" && took >= patience)) {
        return phrase("That took too long. Try again.");
    }
    switch (name) {
        // A browser says the same where somebody cancelled, where there is no key, and where nobody proved who they are.
        case "NotAllowedError":
            return phrase("Nothing came of it: it was cancelled, or this device has no passkey for Omena. Try again, or use another way.");
        case "InvalidStateError":
            return phrase("The passkey of this device is among the ways to unlock already.");
        case "SecurityError":
            return phrase("Passkeys do not work at this address. Open Omena under its name, over https, or at localhost.");
        case "NotSupportedError":
        case "ConstraintError":
            return phrase("This device cannot make a passkey that asks who you are. Set up a PIN, a finger or your face on it.");
        default:
            return phrase("This device could not be asked for a passkey. Use another way.");
    }
}

function withoutSecret() {
    return new Refusal(phrase("This device can say who you are, but it cannot keep a key for Omena. Choose another, or a passphrase."));
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

/** @param {Record<string, Salt>} salts */
function evaluated(salts) {
    return Object.fromEntries(Object.entries(salts).map(([id, { first }]) => [id, { first: bytes(first) }]));
}

/**
 * Bytes from base 64 with `-` and `_`, without padding.
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
