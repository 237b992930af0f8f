// The types that pages, scripts and server exchange; no code.

/**
 * The library of a page, when the server wrote the page, when the first cards that it promises for later come back, and
 * the addresses of the page's requests.
 * @typedef {{library: string, epoch: number, at: number, back?: number, version: string, reviews: string, home: string,
 *     review: string, worker: string}} PageContext
 */

/** @typedef {"browse" | "learn" | "race" | "review" | "quiz"} ModeName */
/** @typedef {"again" | "hard" | "good" | "easy"} GradeName */
/** @typedef {"left" | "right" | "up" | "down"} Direction */

/**
 * One side of a card: its text, its language and that language's names, or HTML if its note type is written in it.
 * @typedef {{text: string, lang?: string, language?: string, own?: string, say?: string, html?: Html, made?: boolean, others?: Writing[],
 *     ruby?: RubyPiece[], rubyMade?: boolean,
 *     media?: Medium[]}} Side
 * @typedef {{text: string, lang: string, made?: boolean}} Writing
 *
 * A side in HTML, which the server has cleaned: its nodes, its own style sheets, the address of its note type's style
 * sheet, and the number of its card in style sheets. An element is its name, its attributes and its children.
 * @typedef {{nodes: HtmlNode[], sheets?: string[], sheet?: string, number: number}} Html
 * @typedef {string | [string, Record<string, string>, ...any[]]} HtmlNode
 * @typedef {{text: string, over?: string}} RubyPiece
 * @typedef {{kind: "picture" | "sound", address: string, words: string}} Medium
 */

/**
 * A dealt card, identified by note and face. Missing sides are fetched later. State and seed are present if answers
 * change the schedule, the deck that names its scheduler if the deal has several, `introduces` if the card is shown with its answer before it is asked, the meaning if answers are offered, and the map if a place is asked for.
 * @typedef {{note: string, face: string, front?: Side, back?: Side, state?: (number | null)[], seed?: string, scheduler?: string,
 *     flag?: number, introduces?: boolean, map?: MapQuestion} & Partial<Meaning>} DealtCard
 */

/**
 * Degrees north and east.
 * @typedef {[number, number]} Point
 * A place, the typical distance between places of its deck, the pins to choose from with the index of the right one,
 * and the corners of the area to show.
 * @typedef {{at: Point, scale: number, choices: {at: Point, words: string}[], right: number, corners: number[]}} MapQuestion
 */

/**
 * @typedef {{id: string, name: string, latitude: number | null, longitude: number | null}} Pin a place as the map shows it
 */

/**
 * What a card asks and answers, as numbers that are equal if the texts are.
 * @typedef {{kind: number, question: number, answer: number}} Meaning
 */

/**
 * The cards of a session, in the order of the deck; the last `waiting` ones are at a step that is not over, and
 * `more` follow when few are left, or, with a `batch`, once the learner goes on. `asks` differs if the decks ask other languages or scripts.
 * @typedef {{library: string, epoch: number, mode: ModeName, title: string, source: string, engine: number, at: number,
 *     seed: [number, number], waiting?: number, cards: DealtCard[], others?: ({back: Side} & Meaning)[],
 *     schedule?: ScheduleData, due?: number, new?: number, more?: number, batch?: number, moreNew?: number, ahead?: number,
 *     asks?: string}} Deal
 */

/**
 * What the engine needs to schedule the cards of some decks, as it reads them; one of these decks names it.
 * @typedef {{deck: string, parameters: number[], rules: number[]}} SchedulerData
 */

/**
 * The schedulers of a session's decks, how busy the coming days are, and how much busier each further card makes them, if it is not 1.
 * @typedef {{schedulers: SchedulerData[], load: number[], weights?: number[]}} ScheduleData
 */

/**
 * The learner's settings about studying.
 * @typedef {{right: "correct" | "wrong", style: "flip" | "reveal", raceSeconds: number, twoButtons: boolean,
 *     shortcuts: boolean, sounds: boolean, plays: boolean, quiz: "choice" | "typed", marksCount: boolean, counts: ModeName[],
 *     rollover: number}} Settings
 */

/**
 * One entry for the log of the library.
 * @typedef {{id: string, note: string, face: string, moment: number, offset: number, duration: number, mode: string}} Entry
 * @typedef {Entry & {kind: "practice", grade: GradeName}} Practice
 * @typedef {Entry & {kind: "review", grade: GradeName, due: number | null, reviews: number}} Review
 * @typedef {Entry & {kind: "retraction", of: string}} Retraction
 * @typedef {Practice | Review | Retraction} ReviewEvent
 */

/**
 * The server's receipt for an event.
 * @typedef {{id: string, outcome: "stored" | "known" | "conflict" | "refused", why?: string}} Receipt
 */

/**
 * An answer. If it changed the schedule: the card's state after it, and the interval in days or the moment in this
 * session when the card comes back.
 * @typedef {{kind: "answer", grade: number, event: string, duration: number, ran?: number,
 *     state?: number[], days?: number, until?: number}} AnswerStep
 */

/**
 * A step of a session; replaying all steps restores its state. `ran` is time on the clock of a race; cards that join
 * are the next ones of the record.
 * @typedef {AnswerStep | {kind: "undo", ran?: number} | {kind: "retry"} | {kind: "startAgain"} | {kind: "ran", ran: number} |
 *     {kind: "turn", by: -1 | 1} | {kind: "return", moment: number} | {kind: "join", count: number, until: number[]} |
 *     {kind: "leave", card: number} | {kind: "introduce"}} Step
 */

/**
 * A session as the browser stores it; `owner` is the tab that may continue it, `dealt` the number of cards it began
 * with. The numbers in meanings are those of its own deal, as are the other answers. One of a library with a lock is stored
 * without texts.
 * @typedef {{key: string, owner: string, engine: number, seed: [number, number], begun: number, seconds: number,
 *     dealt: number, waiting: number, cards: DealtCard[], others?: ({back: Side} & Meaning)[], asks?: string,
 *     isTextless?: boolean}} SessionRecord
 */

export {};
