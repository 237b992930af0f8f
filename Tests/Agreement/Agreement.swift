import Recall

/// Prints what the engine does natively with thousands of random sessions and numbers, as digests.
///
/// `agreement.js` asks the engine in the browser the very same, and `Tests/Browser/test_agreement.py` compares the two,
/// line for line. Change both drivers together.
@main
struct Agreement {
    static let blockSize = 10_000

    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt32($0) }
        guard arguments.count == 2 else {
            print("usage: Agreement SESSIONS BLOCKS (of \(blockSize) numbers each)")
            return
        }
        for number in 0..<arguments[0] { print("session", number, playSession(number)) }
        for number in 0..<arguments[1] { computeBlock(number) }
    }

    /// One session of random steps, one in eight of them nonsense.
    static func playSession(_ number: UInt32) -> Digest {
        var chance = Chance(number)
        var digest = Digest()
        var table = Table()
        let cards =
            number % 1000 == 999 ? 10_000 : chance.next(below: number % 16 == 15 ? 1000 : 40)

        digest.add(table.begin(mode: 1, cards: cards, low: chance.next(), high: chance.next()))
        for _ in 0..<(20 + chance.next(below: 100)) {
            switch chance.next(below: 32) {
            case 0..<20: digest.add(table.answer(1 + chance.next(below: 4)))
            case 20..<25: digest.add(table.undo())
            case 25..<27: digest.add(table.retry())
            case 27: while table.answer(1 + chance.next(below: 4)) == 1 {}
            case 28: for _ in 0..<chance.next(below: 60) { digest.add(table.undo()) }
            case 29: digest.add(table.answer(chance.anything()))
            case 30: digest.add(table.card(chance.anything()))
            default:
                let mode = chance.next(below: 8) - 1
                let cards = chance.next(below: 2) == 0 ? chance.anything() : chance.next(below: 40)
                let (low, high) = (chance.next(), chance.next())
                digest.add(table.begin(mode: mode, cards: cards, low: low, high: high))
            }
            for depth in 0..<3 { digest.add(table.card(Int32(depth))) }
            for count in table.score { digest.add(count) }
        }
        var depth: Int32 = 0
        while table.card(depth) >= 0 {
            digest.add(table.card(depth))
            depth += 1
        }
        return digest
    }

    static func computeBlock(_ number: UInt32) {
        var chance = Chance(number)
        var (exp, log, pow) = (Digest(), Digest(), Digest())
        for _ in 0..<blockSize {
            let (x, y) = (chance.number(), chance.number())
            exp.add(Double.exp(x))
            log.add(Double.log(x))
            pow.add(Double.pow(x, y))
        }
        print("exp", number, exp)
        print("log", number, log)
        print("pow", number, pow)
    }
}
