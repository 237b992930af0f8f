// The shapes that pages, scripts and server hand each other; types alone, no code.

/**
 * Which library a page stands before, when it was read there, and where its answers go.
 * @typedef {{library: string, epoch: number, at: number, version: string, reviews: string, home: string,
 *     review: string, worker: string}} Place
 */

/**
 * One side of a card.
 * @typedef {{text: string, lang?: string, say?: string}} Side
 */

/**
 * One card as it was dealt; note and face name it everywhere.
 * @typedef {{note: string, face: string, front: Side, back: Side}} DealtCard
 */

/**
 * The cards of a session, in the order of the deck.
 * @typedef {{library: string, epoch: number, mode: "learn", deck: string, engine: number, cards: DealtCard[]}} Deal
 */

/**
 * One entry for the library's log.
 * @typedef {{id: string, kind: "practice", note: string, face: string, grade: GradeName, moment: number,
 *     offset: number, duration: number, mode: string}} Practice
 * @typedef {{id: string, kind: "retraction", of: string, note: string, face: string, moment: number,
 *     offset: number, duration: number, mode: string}} Retraction
 * @typedef {Practice | Retraction} ReviewEvent
 */

/**
 * What became of an event at the server.
 * @typedef {{id: string, outcome: "stored" | "known" | "conflict" | "refused", why?: string}} Receipt
 */

/** @typedef {"again" | "hard" | "good" | "easy"} GradeName */

/**
 * Something that happened in a session, so that replaying all of it leads to where it stood.
 * @typedef {{kind: "answer", grade: number, event: string, duration: number} | {kind: "undo"} | {kind: "retry"}} Step
 */

/**
 * A session as the browser keeps it; `owner` is the tab that may go on with it.
 * @typedef {{key: string, owner: string, engine: number, seed: [number, number], cards: DealtCard[]}} SessionRecord
 */

export {};
