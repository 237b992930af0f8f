/// A session of random steps, one in eight of them invalid, and the digest of everything that a page would observe.
struct RandomSession {
    private var random: RandomNumbers
    private var engine = EngineModel()
    private var now: Double = 1_700_000_000_000
    private(set) var digest = Digest()

    init(_ number: UInt32) {
        random = RandomNumbers(number)
        let cards =
            number % 1000 == 999 ? 10_000 : random.next(below: number % 16 == 15 ? 1000 : 40)
        begin(mode: Int32(number % 5), cards: cards)
        for _ in 0..<20 + random.next(below: 100) {
            step()
            observe()
        }
        var depth: Int32 = 0
        while engine.card(depth) >= 0 {
            digest.add(engine.card(depth))
            depth += 1
        }
    }

    private mutating func begin(mode: Int32, cards: Int32) {
        let (low, high) = (random.next(), random.next())
        if mode == 2, random.next(below: 2) == 0 {
            let seconds = random.next(below: 4) == 0 ? 0 : 10 + random.next(below: 100)
            digest.add(engine.race(seconds: seconds, cards: cards, low: low, high: high))
        } else {
            digest.add(engine.begin(mode: mode, cards: cards, low: low, high: high))
        }
        guard mode == 4 else { return }
        let answers = UInt32(cards / 2 + 1)
        var words: [UInt32] = []
        for _ in 0..<cards + 5 {
            words.append(random.next() % 2)
            words.append(random.next() % (2 * answers))
            words.append(random.next() % answers)
        }
        engine.setQuizItems(words)
    }

    private mutating func step() {
        switch random.next(below: 32) {
        case 0..<13: digest.add(engine.answer(1 + random.next(below: 4)))
        case 13..<16:
            let grade = 1 + random.next(below: 4)
            digest.add(engine.answer(grade, until: now + Double(random.next(below: 20_000))))
        case 16..<19: digest.add(engine.undo())
        case 19: digest.add(engine.retry())
        case 20..<22:
            now += Double(random.next(below: 5_000))
            digest.add(engine.tick(now))
        case 22: digest.add(engine.resume(now))
        case 23: engine.pause(now)
        case 24:
            digest.add(engine.next())
            digest.add(engine.introduce())
        case 25:
            digest.add(engine.previous())
            digest.add(engine.isIntroduced(random.next(below: 64)))
        case 26: digest.add(engine.join(random.next(below: 4)))
        case 31 where random.next(below: 2) == 0:
            digest.add(engine.join(until: now + Double(random.next(below: 20_000))))
        case 27: digest.add(engine.leave(random.next(below: 64)))
        case 28: if random.next(below: 4) == 0 { digest.add(engine.startAgain()) }
        case 29: saveAndRestore()
        case 30: passInvalidArguments()
        default:
            if random.next(below: 2) == 0 {
                while engine.answer(1 + random.next(below: 4)) == 1 {}
            } else {
                for _ in 0..<random.next(below: 60) { digest.add(engine.undo()) }
            }
        }
    }

    /// Saves the session, sometimes changes a word, and restores it.
    private mutating func saveAndRestore() {
        var words = engine.save()
        for word in words { digest.add(Int32(bitPattern: word)) }
        if random.next(below: 2) == 0 {
            let index = Int(random.next() % UInt32(words.count))
            words[index] = random.next() >> (random.next() % 32)
        }
        digest.add(engine.restore(words))
    }

    private mutating func passInvalidArguments() {
        switch random.next(below: 10) {
        case 0: digest.add(engine.answer(random.signed()))
        case 1: digest.add(engine.card(random.signed()))
        case 2: digest.add(engine.answer(random.next(below: 6), until: random.number()))
        case 3: digest.add(engine.tick(random.number()))
        case 4: digest.add(engine.resume(random.number()))
        case 5: engine.pause(random.number())
        case 6: digest.add(engine.join(random.signed()))
        case 7: digest.add(engine.leave(random.signed()))
        case 8:
            for card in engine.choices(random.signed()) { digest.add(Int32(bitPattern: card)) }
        default:
            let mode = random.next(below: 8) - 1
            let cards = random.next(below: 2) == 0 ? random.signed() : random.next(below: 40)
            let (low, high) = (random.next(), random.next())
            digest.add(engine.begin(mode: mode, cards: cards, low: low, high: high))
            let seconds = random.signed()
            digest.add(engine.race(seconds: seconds, cards: 1, low: low, high: high))
        }
    }

    private mutating func observe() {
        for depth in 0..<3 { digest.add(engine.card(Int32(depth))) }
        for count in engine.score { digest.add(count) }
        digest.add(engine.nextReturn)
        for card in engine.choices(engine.card(0)) { digest.add(Int32(bitPattern: card)) }
    }
}
