import Foundation
import TestChance

/// Random text of pieces that are significant to a parser, and sometimes of arbitrary bytes.
struct RandomText {
    /// The number of texts per test, larger in the long tests.
    static let count =
        ProcessInfo.processInfo.environment["OMENA_SOAK"] == nil ? 20_000 : 1_000_000

    private let pieces: [String]
    private var generator = SplitMix(seed: 6)

    init(pieces: [String]) { self.pieces = pieces }

    mutating func next() -> String {
        if Int.random(in: 0..<8, using: &generator) == 0 {
            let count = Int.random(in: 0...24, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            return String(decoding: bytes, as: UTF8.self)
        }
        let count = Int.random(in: 0...8, using: &generator)
        return (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
    }
}
