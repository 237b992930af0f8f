// Schedules reviews of 4096 cards repeatedly, each when it is due, like the native `Speed.swift`.

/**
 * @param {{wasm: string, reviews: number}} task the module in base 64, and how many reviews
 */
async function scheduleReviews({ wasm, reviews }) {
    const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes);
    const engine = /** @type {any} */ (instance.exports);
    const cards = 4096;
    const size = 14;
    // A new view each time, because memory may have moved.
    const view = () => {
        const address = engine.buffer(2 * size * cards);
        return new Float64Array(engine.memory.buffer, address, size * cards);
    };
    let numbers = view();
    for (let card = 0; card < cards; card += 1) {
        numbers.set([0, 0, NaN, NaN, NaN, 0, 0, 0, NaN, NaN, 3, 1_700_000_000_000, card, 0], card * size);
    }
    let state = (8 * 0x9e3779b1) >>> 0;
    const started = performance.now();
    for (let round = Math.floor(reviews / cards); round > 0; round -= 1) {
        for (let at = 0; at < numbers.length; at += size) {
            state ^= state << 13;
            state ^= state >>> 17;
            state ^= state << 5;
            // Nine in ten are remembered.
            numbers[at + 10] = (state >>> 0) % 10 === 0 ? 1 : 3;
            const due = numbers[at + 4];
            if (due === due) numbers[at + 11] = due;
        }
        if (engine.schedule(cards, 0) !== cards) throw new Error("The engine scheduled too few cards.");
        numbers = view();
    }
    const seconds = (performance.now() - started) / 1000;
    let stability = 0;
    for (let at = 0; at < numbers.length; at += size) stability += numbers[at + 2];
    return { seconds, stability };
}
