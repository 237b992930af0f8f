import Recall

/// Prints what the engine does natively with thousands of random sessions and numbers, as digests.
///
/// `agreement.js` asks the engine in the browser the very same, and `Tests/Browser/test_agreement.py` compares the two,
/// line for line. Change both drivers together.
@main
struct Agreement {
    static let blockSize = 10_000

    static func main() {
        if CommandLine.arguments.dropFirst().first == "buttons" { return Buttons.run() }
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt32($0) }
        if arguments.count == 1 { return Speed.run(reviews: arguments[0]) }
        guard arguments.count == 2 else {
            print("usage: Agreement SESSIONS BLOCKS (of \(blockSize) numbers each)")
            print("       Agreement REVIEWS (to be scheduled, with the seconds it took)")
            print("       Agreement buttons (for cards that stand in the input, one a line)")
            return
        }
        for number in 0..<arguments[0] { print("session", number, Sitting(number).digest) }
        for number in 0..<arguments[1] { print("judge", number, Judging.digest(number)) }
        for number in 0..<arguments[1] { print("schedule", number, Scheduling(number).digest) }
        for number in 0..<arguments[1] { print("finding", number, findingDigest(number)) }
        for number in 0..<arguments[1] { computeBlock(number) }
    }

    /// Points everywhere on the earth, and what a tap on the one is worth where the other was asked for.
    static func findingDigest(_ number: UInt32) -> Digest {
        var chance = Chance(number)
        var digest = Digest()
        func degrees(_ most: Double) -> Double { Double(chance.anything()) * 0x1p-31 * most }
        for _ in 0..<blockSize / 10 {
            let one = EarthPoint(latitude: degrees(90), longitude: degrees(180))
            let other = EarthPoint(latitude: degrees(90), longitude: degrees(180))
            let target = Target(scale: Double(1 + chance.next(below: 100_000_000)))
            let distance = one.distance(to: other)
            digest.add(distance)
            digest.add(Int32(target.grade(distance: distance).rawValue))
            for grade in Grade.allCases { digest.add(target.reach(for: grade)) }
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
