import Recall

/// Prints digests of what the native engine does with thousands of random sessions and numbers.
///
/// `agreement.js` does the same with the engine in the browser, and `Tests/Browser/test_agreement.py` compares the two line
/// by line. Both drivers have to be changed together.
@main
struct Agreement {
    static let blockSize = 10_000

    static func main() {
        if CommandLine.arguments.dropFirst().first == "buttons" { return Buttons.run() }
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt32($0) }
        if arguments.count == 1 { return Speed.run(reviews: arguments[0]) }
        guard arguments.count == 2 else {
            print("usage: Agreement SESSIONS BLOCKS (of \(blockSize) numbers each)")
            print("       Agreement REVIEWS (schedules them and prints the seconds)")
            print("       Agreement buttons (for the cards in the input, one per line)")
            return
        }
        for number in 0..<arguments[0] { print("session", number, RandomSession(number).digest) }
        for number in 0..<arguments[1] { print("judge", number, RandomAnswers.digest(number)) }
        for number in 0..<arguments[1] { print("schedule", number, RandomReviews(number).digest) }
        for number in 0..<arguments[1] { print("finding", number, placesDigest(number)) }
        for number in 0..<arguments[1] { computeBlock(number) }
    }

    /// Random points on the earth, and the grade of a tap on one of them if the other was asked for.
    static func placesDigest(_ number: UInt32) -> Digest {
        var random = RandomNumbers(number)
        var digest = Digest()
        func degrees(_ maximum: Double) -> Double { Double(random.signed()) * 0x1p-31 * maximum }
        for _ in 0..<blockSize / 10 {
            let one = EarthPoint(latitude: degrees(90), longitude: degrees(180))
            let other = EarthPoint(latitude: degrees(90), longitude: degrees(180))
            let target = MapTarget(scale: Double(1 + random.next(below: 100_000_000)))
            let distance = one.distance(to: other)
            digest.add(distance)
            digest.add(Int32(target.grade(distance: distance).rawValue))
            for grade in Grade.allCases { digest.add(target.maximumDistance(for: grade)) }
        }
        return digest
    }

    static func computeBlock(_ number: UInt32) {
        var random = RandomNumbers(number)
        var (exp, log, pow) = (Digest(), Digest(), Digest())
        for _ in 0..<blockSize {
            let (x, y) = (random.number(), random.number())
            exp.add(Double.exp(x))
            log.add(Double.log(x))
            pow.add(Double.pow(x, y))
        }
        print("exp", number, exp)
        print("log", number, log)
        print("pow", number, pow)
    }
}
