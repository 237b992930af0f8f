// Does with the engine in the browser what Agreement.swift does with the native one. Both drivers have to be changed together.

const blockSize = 10_000;

/** Marsaglia's 32-bit xorshift. */
class RandomNumbers {
    /** @param {number} number */
    constructor(number) {
        this.state = Math.imul(number + 1, 0x9e3779b1) || 1;
    }

    /** A signed 32-bit number. */
    signed() {
        this.state ^= this.state << 13;
        this.state ^= this.state >>> 17;
        this.state ^= this.state << 5;
        return this.state;
    }

    next() {
        return this.signed() >>> 0;
    }

    /** @param {number} bound */
    below(bound) {
        return this.next() % bound;
    }

    /** A number that is usual for schedules or, in one of four cases, any bit pattern. */
    number() {
        switch (this.below(4)) {
            case 0:
                return this.next() * 2 ** -32 * 36500;
            case 1:
                return this.signed() * 2 ** -31 * 10;
            case 2:
                return 1 + this.signed() * 2 ** -33;
            default:
                view.setUint32(4, this.next(), true);
                view.setUint32(0, this.next(), true);
                return view.getFloat64(0, true);
        }
    }
}

const view = new DataView(new ArrayBuffer(8));

/** 64-bit FNV-1a in two halves of 32 bits: its prime is 2⁴⁰ + 0x1b3. */
class Digest {
    high = 0xcbf29ce4;
    low = 0x84222325;

    /** @param {number} value a 32-bit whole number */
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

    /**
     * Checks a count that is known in advance and therefore not part of the digest.
     * @param {number} count
     * @param {number} expected
     */
    count(count, expected) {
        if (count !== expected) throw new Error(`The engine returned ${count} instead of ${expected}.`);
    }

    toString() {
        return [this.high, this.low].map((half) => half.toString(16).padStart(8, "0")).join("");
    }
}

/**
 * The first words of the buffer, as a new view each time, because memory may have moved.
 * @param {any} engine
 * @param {number} count
 */
function wordsOf(engine, count) {
    const address = engine.buffer(count);
    return new Uint32Array(engine.memory.buffer, address, count);
}

/** A session of random steps, one in eight of them invalid, and the digest of everything that a page would observe. */
class RandomSession {
    now = 1_700_000_000_000;
    digest = new Digest();

    /**
     * @param {any} engine
     * @param {number} number
     */
    constructor(engine, number) {
        this.engine = engine;
        this.random = new RandomNumbers(number);
        const cards = number % 1000 === 999 ? 10_000 : this.random.below(number % 16 === 15 ? 1000 : 40);
        this.setQuizItems([]);
        this.begin(number % 5, cards);
        for (let steps = 20 + this.random.below(100); steps > 0; steps -= 1) {
            this.step();
            this.observe();
        }
        for (let depth = 0; engine.card(depth) >= 0; depth += 1) this.digest.add(engine.card(depth));
    }

    /** @param {number[]} words */
    setQuizItems(words) {
        wordsOf(this.engine, words.length).set(words);
        if (this.engine.meanings(words.length / 3) !== 0) throw new Error("The engine rejected the quiz items.");
    }

    /**
     * @param {number} mode
     * @param {number} cards
     */
    begin(mode, cards) {
        const { engine, random, digest } = this;
        const [low, high] = [random.next(), random.next()];
        if (mode === 2 && random.below(2) === 0) {
            const seconds = random.below(4) === 0 ? 0 : 10 + random.below(100);
            digest.add(engine.raceFor(seconds, cards, low, high));
        } else {
            digest.add(engine.begin(mode, cards, low, high));
        }
        if (mode !== 4) return;
        const answers = Math.floor(cards / 2) + 1;
        const words = [];
        for (let count = cards + 5; count > 0; count -= 1) {
            words.push(random.below(2), random.below(2 * answers), random.below(answers));
        }
        this.setQuizItems(words);
    }

    step() {
        const { engine, random, digest } = this;
        const choice = random.below(32);
        if (choice < 13) digest.add(engine.answer(1 + random.below(4)));
        else if (choice < 16) {
            const grade = 1 + random.below(4);
            digest.add(engine.answerUntil(grade, this.now + random.below(20_000)));
        } else if (choice < 19) digest.add(engine.undo());
        else if (choice === 19) digest.add(engine.retry());
        else if (choice < 22) {
            this.now += random.below(5_000);
            digest.add(engine.tick(this.now));
        } else if (choice === 22) digest.add(engine.resume(this.now));
        else if (choice === 23) engine.pause(this.now);
        else if (choice === 24) {
            digest.add(engine.next());
            digest.add(engine.introduce());
        } else if (choice === 25) {
            digest.add(engine.previous());
            digest.add(engine.isIntroduced(random.below(64)));
        } else if (choice === 26) digest.add(engine.join(random.below(4)));
        else if (choice === 27) digest.add(engine.leave(random.below(64)));
        else if (choice === 28) {
            if (random.below(4) === 0) digest.add(engine.startAgain());
        } else if (choice === 29) this.saveAndRestore();
        else if (choice === 30) this.passInvalidArguments();
        else if (random.below(2) === 0) digest.add(engine.joinUntil(this.now + random.below(20_000)));
        else if (random.below(2) === 0) while (engine.answer(1 + random.below(4)) === 1);
        else for (let count = random.below(60); count > 0; count -= 1) digest.add(engine.undo());
    }

    /** Saves the session, sometimes changes a word, and restores it. */
    saveAndRestore() {
        const { engine, random, digest } = this;
        const count = engine.save();
        const words = wordsOf(engine, count);
        for (const word of words) digest.add(word);
        if (random.below(2) === 0) {
            const index = random.below(count);
            words[index] = random.next() >>> random.below(32);
        }
        digest.add(engine.restore(count));
    }

    passInvalidArguments() {
        const { engine, random, digest } = this;
        switch (random.below(10)) {
            case 0: return digest.add(engine.answer(random.signed()));
            case 1: return digest.add(engine.card(random.signed()));
            case 2: return digest.add(engine.answerUntil(random.below(6), random.number()));
            case 3: return digest.add(engine.tick(random.number()));
            case 4: return digest.add(engine.resume(random.number()));
            case 5: return engine.pause(random.number());
            case 6: return digest.add(engine.join(random.signed()));
            case 7: return digest.add(engine.leave(random.signed()));
            case 8: return this.addChoices(random.signed());
            default: {
                const mode = random.below(8) - 1;
                const cards = random.below(2) === 0 ? random.signed() : random.below(40);
                const [low, high] = [random.next(), random.next()];
                digest.add(engine.begin(mode, cards, low, high));
                digest.add(engine.raceFor(random.signed(), 1, low, high));
            }
        }
    }

    observe() {
        const { engine, digest } = this;
        for (let depth = 0; depth < 3; depth += 1) digest.add(engine.card(depth));
        for (const count of ["remembered", "answered", "total", "missed", "round", "isOver", "secondsLeft", "waiting"]) {
            digest.add(engine[count]());
        }
        digest.addDouble(engine.nextReturn());
        this.addChoices(engine.card(0));
    }

    /** @param {number} card */
    addChoices(card) {
        for (const choice of wordsOf(this.engine, this.engine.choices(card))) this.digest.add(choice);
    }
}

/** Letters, marks, joiners, punctuation, digits, ideographs, Hangul, and invalid code points. */
const codes = [
    0x61, 0x62, 0x63, 0x64, 0x65, 0x65, 0x20, 0x20, 0x27, 0x2c, 0x2d, 0x2e, 0x2f, 0x31, 0x32, 0x3b, 0xad, 0x301,
    0x309, 0x93f, 0x939, 0x200d, 0x3042, 0x3044, 0x4e00, 0x4e8c, 0xac00, 0xac01, 0xac1c, 0xfe0f, 0x1f469,
    0x1f3fb, 0xffffffff,
];

/**
 * Answers of random code points, most of them a few typing errors away from the expected ones.
 * @param {any} engine
 * @param {number} number
 */
function judgeBlock(engine, number) {
    const random = new RandomNumbers(number);
    const digest = new Digest();
    const code = () => codes[random.below(codes.length)];
    for (let pairs = 100; pairs > 0; pairs -= 1) {
        const expected = Array.from({ length: random.below(24) }, code);
        const typed = [...expected];
        for (let errors = random.below(4); errors > 0; errors -= 1) {
            const index = random.below(typed.length + 1);
            const kind = random.below(4);
            if (kind === 0) typed.splice(index, 0, code());
            else if (kind === 1) typed.splice(index, 1);
            else if (kind === 2 && index < typed.length) typed[index] = code();
            else if (kind === 3 && index + 1 < typed.length) {
                [typed[index], typed[index + 1]] = [typed[index + 1], typed[index]];
            }
        }
        wordsOf(engine, typed.length + expected.length).set([...typed, ...expected]);
        digest.add(engine.judge(typed.length, expected.length));
        for (const word of wordsOf(engine, 3 + 3 * wordsOf(engine, 3)[2])) digest.add(word);
    }
    return digest;
}

/**
 * The first 64-bit floats of the buffer.
 * @param {any} engine
 * @param {number} count
 */
function numbersOf(engine, count) {
    const address = engine.buffer(2 * count);
    return new Float64Array(engine.memory.buffer, address, count);
}

/** The default parameters, in their published order. */
const parameters = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
const defaultRules = [0.9, 36_500, 1, 0, 8, 4, 2, 60, 600, 1, 600];

/** Cards of random learners, reviewed at random moments with random grades, and all that their buttons show. */
class RandomReviews {
    digest = new Digest();

    /**
     * @param {any} engine
     * @param {number} number
     */
    constructor(engine, number) {
        this.engine = engine;
        this.random = new RandomNumbers(number);
        this.configure();
        for (let cards = 20; cards > 0; cards -= 1) this.study();
    }

    unit() {
        return this.random.next() * 2 ** -32;
    }

    /**
     * Writes numbers to the buffer.
     * @param {number[]} numbers
     */
    write(numbers) {
        numbersOf(this.engine, numbers.length).set(numbers);
        return numbers.length;
    }

    configure() {
        const { engine, random } = this;
        let [values, rules] = [parameters, defaultRules];
        if (random.below(4) > 0) {
            values = parameters.map((value) => value * (0.5 + this.unit()));
            rules = [0.7 + 0.29 * this.unit(), 1 + random.below(40_000), random.below(2), random.below(2)];
            rules.push(random.below(10), random.below(24), ...this.steps(), ...this.steps());
        }
        if (engine.parameters(this.write(values)) !== 0) throw new Error("The engine rejected the parameters.");
        if (engine.rules(this.write(rules)) !== 0) throw new Error("The engine rejected the rules.");
    }

    steps() {
        const count = this.random.below(4);
        return [count, ...Array.from({ length: count }, () => this.random.below(100_000))];
    }

    study() {
        const { engine, random, digest } = this;
        const [low, high] = [random.next(), random.next()];
        const offset = random.below(1_600) - 800;
        let moment = 1_700_000_000_000;
        let card = [0, 0, NaN, NaN, NaN, 0, 0, 0, NaN, NaN];
        for (let reviews = 1 + random.below(20); reviews > 0; reviews -= 1) {
            const load = Array.from({ length: random.below(3) * 30 }, () => random.below(50));
            this.write([...card, ...load]);
            digest.count(engine.outcomes(moment, offset, low, high, load.length), 4);
            const outcomes = [...numbersOf(engine, 48)];
            for (const number of outcomes) digest.addDouble(number);
            const grade = random.below(4);
            card = outcomes.slice(12 * grade, 12 * grade + 10);
            digest.addDouble(engine.retrievability(card[2], card[3], this.unit() * 100));
            moment = random.below(4) === 0 ? moment + random.below(100_000_000) : card[4];
        }
        this.write([...card, random.below(6), moment, low, high]);
        digest.count(engine.schedule(1, offset), 1);
        for (const number of [...numbersOf(engine, 10)]) digest.addDouble(number);
    }
}

/**
 * @param {any} engine
 * @param {number} number
 */
function computeBlock(engine, number) {
    const random = new RandomNumbers(number);
    const digests = { exp: new Digest(), log: new Digest(), pow: new Digest() };
    for (let count = 0; count < blockSize; count += 1) {
        const x = random.number();
        const y = random.number();
        digests.exp.addDouble(engine.exp(x));
        digests.log.addDouble(engine.log(x));
        digests.pow.addDouble(engine.pow(x, y));
    }
    return Object.entries(digests).map(([name, digest]) => `${name} ${number} ${digest}`);
}

/**
 * Random points on the earth, and the grade of a tap on one of them if the other was asked for.
 * @param {any} engine
 * @param {number} number
 */
function placesBlock(engine, number) {
    const random = new RandomNumbers(number);
    const digest = new Digest();
    const degrees = (/** @type {number} */ maximum) => random.signed() * 2 ** -31 * maximum;
    for (let count = blockSize / 10; count > 0; count -= 1) {
        const [north, east, otherNorth, otherEast] = [degrees(90), degrees(180), degrees(90), degrees(180)];
        const scale = 1 + random.below(100_000_000);
        const distance = engine.distance(north, east, otherNorth, otherEast);
        digest.addDouble(distance);
        digest.add(engine.findingGrade(distance, scale));
        for (const grade of [1, 2, 3, 4]) digest.addDouble(engine.findingReach(grade, scale));
    }
    return digest;
}

/**
 * The lines that the native driver prints, computed by the engine in this browser.
 * @param {{wasm: string, sessions: number, blocks: number}} task the module in base 64, and the amount of work
 */
async function agreement({ wasm, sessions, blocks }) {
    const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
    const module = await WebAssembly.compile(bytes);
    const lines = [];
    // Only every tenth session gets a new module: the others start with the state that the previous one left, like a page
    // that starts another session.
    let engine;
    for (let number = 0; number < sessions; number += 1) {
        if (number % 10 === 0) engine = (await WebAssembly.instantiate(module)).exports;
        lines.push(`session ${number} ${new RandomSession(engine, number).digest}`);
    }
    engine = (await WebAssembly.instantiate(module)).exports;
    for (let number = 0; number < blocks; number += 1) lines.push(`judge ${number} ${judgeBlock(engine, number)}`);
    for (let number = 0; number < blocks; number += 1) lines.push(`schedule ${number} ${new RandomReviews(engine, number).digest}`);
    for (let number = 0; number < blocks; number += 1) lines.push(`finding ${number} ${placesBlock(engine, number)}`);
    for (let number = 0; number < blocks; number += 1) lines.push(...computeBlock(engine, number));
    return {
        lines,
        imports: WebAssembly.Module.imports(module),
        exports: WebAssembly.Module.exports(module).map((entry) => entry.name),
    };
}
