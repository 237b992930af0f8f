// Asks the engine in the browser what Agreement.swift asks the native one; change both drivers together.

const blockSize = 10_000;

/** Marsaglia's 32-bit xorshift. */
class Chance {
    /** @param {number} number */
    constructor(number) {
        this.state = Math.imul(number + 1, 0x9e3779b1) || 1;
    }

    /** Any number of 32 bits, with a sign. */
    anything() {
        this.state ^= this.state << 13;
        this.state ^= this.state >>> 17;
        this.state ^= this.state << 5;
        return this.state;
    }

    next() {
        return this.anything() >>> 0;
    }

    /** @param {number} bound */
    below(bound) {
        return this.next() % bound;
    }

    /** A number such as schedules ask about, or, one time in four, any at all. */
    number() {
        switch (this.below(4)) {
            case 0:
                return this.next() * 2 ** -32 * 36500;
            case 1:
                return this.anything() * 2 ** -31 * 10;
            case 2:
                return 1 + this.anything() * 2 ** -33;
            default:
                view.setUint32(4, this.next(), true);
                view.setUint32(0, this.next(), true);
                return view.getFloat64(0, true);
        }
    }
}

const view = new DataView(new ArrayBuffer(8));

/** FNV-1a with 64 bits, in two halves of 32: its prime is 2⁴⁰ + 0x1b3. */
class Digest {
    high = 0xcbf29ce4;
    low = 0x84222325;

    /** @param {number} value a whole number of 32 bits */
    add(value) {
        for (let shift = 0; shift < 32; shift += 8) {
            const low = (this.low ^ ((value >>> shift) & 0xff)) >>> 0;
            const product = low * 0x1b3;
            this.high = (this.high * 0x1b3 + Math.floor(product / 2 ** 32) + low * 0x100) % 2 ** 32;
            this.low = product % 2 ** 32;
        }
    }

    /** @param {number} value */
    addDouble(value) {
        view.setFloat64(0, value, true);
        if (Number.isNaN(value)) view.setBigUint64(0, 0x7ff8000000000000n, true);
        this.add(view.getUint32(0, true));
        this.add(view.getUint32(4, true));
    }

    toString() {
        return [this.high, this.low].map((half) => half.toString(16).padStart(8, "0")).join("");
    }
}

/**
 * One session of random steps, one in eight of them nonsense.
 * @param {any} engine
 * @param {number} number
 */
function playSession(engine, number) {
    const chance = new Chance(number);
    const digest = new Digest();
    const cards = number % 1000 === 999 ? 10_000 : chance.below(number % 16 === 15 ? 1000 : 40);
    const answer = () => engine.answer(1 + chance.below(4));

    digest.add(engine.begin(1, cards, chance.next(), chance.next()));
    for (let steps = 20 + chance.below(100); steps > 0; steps -= 1) {
        const choice = chance.below(32);
        if (choice < 20) digest.add(answer());
        else if (choice < 25) digest.add(engine.undo());
        else if (choice < 27) digest.add(engine.retry());
        else if (choice === 27) while (answer() === 1);
        else if (choice === 28) {
            for (let count = chance.below(60); count > 0; count -= 1) digest.add(engine.undo());
        } else if (choice === 29) digest.add(engine.answer(chance.anything()));
        else if (choice === 30) digest.add(engine.card(chance.anything()));
        else {
            const mode = chance.below(8) - 1;
            const cards = chance.below(2) === 0 ? chance.anything() : chance.below(40);
            digest.add(engine.begin(mode, cards, chance.next(), chance.next()));
        }
        for (let depth = 0; depth < 3; depth += 1) digest.add(engine.card(depth));
        for (const count of ["remembered", "answered", "total", "missed", "round"]) {
            digest.add(engine[count]());
        }
    }
    for (let depth = 0; engine.card(depth) >= 0; depth += 1) digest.add(engine.card(depth));
    return digest;
}

/**
 * @param {any} engine
 * @param {number} number
 */
function computeBlock(engine, number) {
    const chance = new Chance(number);
    const digests = { exp: new Digest(), log: new Digest(), pow: new Digest() };
    for (let count = 0; count < blockSize; count += 1) {
        const x = chance.number();
        const y = chance.number();
        digests.exp.addDouble(engine.exp(x));
        digests.log.addDouble(engine.log(x));
        digests.pow.addDouble(engine.pow(x, y));
    }
    return Object.entries(digests).map(([name, digest]) => `${name} ${number} ${digest}`);
}

/**
 * The lines that the native driver prints, as the engine in this browser would have them.
 * @param {{wasm: string, sessions: number, blocks: number}} task the module in base 64, and how much to ask
 */
async function agreement({ wasm, sessions, blocks }) {
    const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
    const module = await WebAssembly.compile(bytes);
    const lines = [];
    // A module of its own for every tenth session: the others find on the table what the one before left there, as
    // a page does that begins anew.
    let engine;
    for (let number = 0; number < sessions; number += 1) {
        if (number % 10 === 0) engine = (await WebAssembly.instantiate(module)).exports;
        lines.push(`session ${number} ${playSession(engine, number)}`);
    }
    engine = (await WebAssembly.instantiate(module)).exports;
    for (let number = 0; number < blocks; number += 1) lines.push(...computeBlock(engine, number));
    return {
        lines,
        imports: WebAssembly.Module.imports(module),
        exports: WebAssembly.Module.exports(module).map((entry) => entry.name),
    };
}
