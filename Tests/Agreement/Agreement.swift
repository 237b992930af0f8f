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
        if arguments.count == 1 { return Speed.run(reviews: arguments[0]) }
        guard arguments.count == 2 else {
            print("usage: Agreement SESSIONS BLOCKS (of \(blockSize) numbers each)")
            print("       Agreement REVIEWS (to be scheduled, with the seconds it took)")
            return
        }
        for number in 0..<arguments[0] { print("session", number, Sitting(number).digest) }
        for number in 0..<arguments[1] { print("judge", number, Judging.digest(number)) }
        for number in 0..<arguments[1] { print("schedule", number, Scheduling(number).digest) }
        for number in 0..<arguments[1] { computeBlock(number) }
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
