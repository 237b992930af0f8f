// The shapes that pages, scripts and server hand each other; types alone, no code.

/**
 * Which library a page stands before, when it was read there, and where its answers go.
 * @typedef {{library: string, epoch: number, at: number, version: string, reviews: string, home: string,
 *     review: string, worker: string}} Place
 */

/** @typedef {"browse" | "learn" | "race" | "review" | "quiz"} ModeName */
/** @typedef {"again" | "hard" | "good" | "easy"} GradeName */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

/**
 * One side of a card, in a language, what that is called, also by its own speakers; as HTML where its note type is written in it.
 * @typedef {{text: string, lang?: string, language?: string, own?: string, say?: string, html?: Html, made?: boolean, others?: Writing[],
 *     ruby?: RubyPiece[], rubyMade?: boolean,
 *     media?: Medium[]}} Side
 * @typedef {{text: string, lang: string, made?: boolean}} Writing
 *
 * A side in HTML, which the server has cleaned: its nodes, sheets that stand in it, where the sheet of its note type is,
 * and the number by which sheets know the card. An element is its name, its attributes, and what it holds.
 * @typedef {{nodes: HtmlNode[], sheets?: string[], sheet?: string, number: number}} Html
 * @typedef {string | [string, Record<string, string>, ...any[]]} HtmlNode
 * @typedef {{text: string, over?: string}} RubyPiece
 * @typedef {{kind: "picture" | "sound", address: string, words: string}} Medium
 */

/**
 * One card as it was dealt; note and face name it everywhere. Sides that the page does not bring are fetched later.
 * State and seed stand where answers move the schedule, the meaning where answers are offered, the map where a place is
 * asked for.
 * @typedef {{note: string, face: string, front?: Side, back?: Side, state?: (number | null)[], seed?: string,
 *     flag?: number, map?: MapQuestion} & Partial<Meaning>} DealtCard
 */

/**
 * Degrees north and east.
 * @typedef {[number, number]} Point
 * Where a place is, how far apart those of its deck lie, pins to choose among with the number of the right one, and the
 * corners of what a map has to show.
 * @typedef {{at: Point, scale: number, choices: {at: Point, words: string}[], right: number, corners: number[]}} MapQuestion
 */

/** @typedef {{id: string, name: string, latitude: number | null, longitude: number | null}} Pin a place as the map shows it */

/**
 * What a card asks and answers, as numbers that are equal where the texts are.
 * @typedef {{kind: number, question: number, answer: number}} Meaning
 */

/**
 * The cards of a session, in the order of the deck; the last `waiting` ones are at a step that is not over, and `more`
 * come when few of them are left. `asks` is another text where its decks ask other languages or scripts.
 * @typedef {{library: string, epoch: number, mode: ModeName, title: string, source: string, engine: number, at: number,
 *     seed: [number, number], waiting?: number, cards: DealtCard[], others?: ({back: Side} & Meaning)[],
 *     schedule?: ScheduleData, due?: number, new?: number, more?: number, tomorrow?: number, moreNew?: number, ahead?: number,
 *     asks?: string}} Deal
 */

/**
 * What the engine has to know to say when cards come back: numbers as it reads them, and what is due on coming days.
 * @typedef {{parameters: number[], rules: number[], load: number[]}} ScheduleData
 */

/**
 * What the learner settled about studying.
 * @typedef {{right: "correct" | "wrong", style: "flip" | "reveal", raceSeconds: number, twoButtons: boolean,
 *     shortcuts: boolean, sounds: boolean, plays: boolean, quiz: "choice" | "typed", marksCount: boolean, counts: ModeName[],
 *     rollover: number}} Settings
 */

/**
 * One entry for the library's log.
 * @typedef {{id: string, note: string, face: string, moment: number, offset: number, duration: number, mode: string}} Entry
 * @typedef {Entry & {kind: "practice", grade: GradeName}} Practice
 * @typedef {Entry & {kind: "review", grade: GradeName, due: number | null, reviews: number}} Review
 * @typedef {Entry & {kind: "retraction", of: string}} Retraction
 * @typedef {Practice | Review | Retraction} ReviewEvent
 */

/**
 * What became of an event at the server.
 * @typedef {{id: string, outcome: "stored" | "known" | "conflict" | "refused", why?: string}} Receipt
 */

/**
 * An answer that was given. Where it moved the schedule: the card's state after it, and in how many days or when in
 * this session the card comes back.
 * @typedef {{kind: "answer", grade: number, event: string, duration: number, ran?: number,
 *     state?: number[], days?: number, until?: number}} AnswerStep
 */

/**
 * Something that happened in a session, so that replaying all of it leads to where it stood. `ran` is time that passed
 * on the clock of a race; cards that join are the next ones of the record.
 * @typedef {AnswerStep | {kind: "undo", ran?: number} | {kind: "retry"} | {kind: "startAgain"} | {kind: "ran", ran: number} |
 *     {kind: "turn", by: -1 | 1} | {kind: "return", moment: number} | {kind: "join", count: number, until: number[]} |
 *     {kind: "leave", card: number}} Step
 */

/**
 * A session as the browser keeps it; `owner` is the tab that may go on with it, `dealt` how many cards it began with.
 * The numbers in meanings are those of its own deal, and so are the other answers.
 * @typedef {{key: string, owner: string, engine: number, seed: [number, number], begun: number, seconds: number,
 *     dealt: number, waiting: number, cards: DealtCard[], others?: ({back: Side} & Meaning)[], asks?: string}} SessionRecord
 */

export {};
