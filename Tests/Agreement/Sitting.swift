/// One session of random steps, one in eight of them nonsense, and the digest of all that a page would see of it.
struct Sitting {
    private var chance: Chance
    private var table = Table()
    private var now: Double = 1_700_000_000_000
    private(set) var digest = Digest()

    init(_ number: UInt32) {
        chance = Chance(number)
        let cards =
            number % 1000 == 999 ? 10_000 : chance.next(below: number % 16 == 15 ? 1000 : 40)
        begin(mode: Int32(number % 5), cards: cards)
        for _ in 0..<20 + chance.next(below: 100) {
            step()
            observe()
        }
        var depth: Int32 = 0
        while table.card(depth) >= 0 {
            digest.add(table.card(depth))
            depth += 1
        }
    }

    private mutating func begin(mode: Int32, cards: Int32) {
        let (low, high) = (chance.next(), chance.next())
        if mode == 2, chance.next(below: 2) == 0 {
            let seconds = chance.next(below: 4) == 0 ? 0 : 10 + chance.next(below: 100)
            digest.add(table.race(seconds: seconds, cards: cards, low: low, high: high))
        } else {
            digest.add(table.begin(mode: mode, cards: cards, low: low, high: high))
        }
        guard mode == 4 else { return }
        let answers = UInt32(cards / 2 + 1)
        var words: [UInt32] = []
        for _ in 0..<cards + 5 {
            words.append(chance.next() % 2)
            words.append(chance.next() % (2 * answers))
            words.append(chance.next() % answers)
        }
        table.setMeanings(words)
    }

    private mutating func step() {
        switch chance.next(below: 32) {
        case 0..<13: digest.add(table.answer(1 + chance.next(below: 4)))
        case 13..<16:
            let grade = 1 + chance.next(below: 4)
            digest.add(table.answer(grade, until: now + Double(chance.next(below: 20_000))))
        case 16..<19: digest.add(table.undo())
        case 19: digest.add(table.retry())
        case 20..<22:
            now += Double(chance.next(below: 5_000))
            digest.add(table.tick(now))
        case 22: digest.add(table.resume(now))
        case 23: table.pause(now)
        case 24: digest.add(table.next())
        case 25: digest.add(table.previous())
        case 26: digest.add(table.join(chance.next(below: 4)))
        case 31 where chance.next(below: 2) == 0:
            digest.add(table.join(until: now + Double(chance.next(below: 20_000))))
        case 27: digest.add(table.leave(chance.next(below: 64)))
        case 28: if chance.next(below: 4) == 0 { digest.add(table.startAgain()) }
        case 29: keep()
        case 30: talkNonsense()
        default:
            if chance.next(below: 2) == 0 {
                while table.answer(1 + chance.next(below: 4)) == 1 {}
            } else {
                for _ in 0..<chance.next(below: 60) { digest.add(table.undo()) }
            }
        }
    }

    /// Keeps the session, sometimes spoils a word, and takes it up again.
    private mutating func keep() {
        var words = table.save()
        for word in words { digest.add(Int32(bitPattern: word)) }
        if chance.next(below: 2) == 0 {
            let place = Int(chance.next() % UInt32(words.count))
            words[place] = chance.next() >> (chance.next() % 32)
        }
        digest.add(table.restore(words))
    }

    private mutating func talkNonsense() {
        switch chance.next(below: 10) {
        case 0: digest.add(table.answer(chance.anything()))
        case 1: digest.add(table.card(chance.anything()))
        case 2: digest.add(table.answer(chance.next(below: 6), until: chance.number()))
        case 3: digest.add(table.tick(chance.number()))
        case 4: digest.add(table.resume(chance.number()))
        case 5: table.pause(chance.number())
        case 6: digest.add(table.join(chance.anything()))
        case 7: digest.add(table.leave(chance.anything()))
        case 8:
            for card in table.choices(chance.anything()) { digest.add(Int32(bitPattern: card)) }
        default:
            let mode = chance.next(below: 8) - 1
            let cards = chance.next(below: 2) == 0 ? chance.anything() : chance.next(below: 40)
            let (low, high) = (chance.next(), chance.next())
            digest.add(table.begin(mode: mode, cards: cards, low: low, high: high))
            let seconds = chance.anything()
            digest.add(table.race(seconds: seconds, cards: 1, low: low, high: high))
        }
    }

    private mutating func observe() {
        for depth in 0..<3 { digest.add(table.card(Int32(depth))) }
        for count in table.score { digest.add(count) }
        digest.add(table.nextReturn)
        for card in table.choices(table.card(0)) { digest.add(Int32(bitPattern: card)) }
    }
}
