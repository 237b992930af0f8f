import Notes
import TestChance
import Testing

/// Texts are normalised before they are split into words, and most are found to be normalised without doing so.
struct PlainScalarsTests {
    /// Scripts with marks of their own, and what may be adjacent to them.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x41...0x5A, 0x300...0x30F, 0x480...0x4BF, 0x591...0x5F4, 0x610...0x6FF, 0x900...0x97F,
        0x980...0x9FF, 0xA00...0xA7F, 0xB00...0xBFF, 0xC40...0xCFF, 0xD3E...0xDDF, 0xE31...0xECD,
        0xF00...0xFCF, 0x1020...0x103F, 0x1100...0x11FF, 0x1AB0...0x1BFF, 0x1E00...0x1FFF,
        0x20D0...0x20DC, 0x3041...0x309A,
    ]

    private func isComposed(_ scalars: [UInt32]) -> Bool {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
        let text = String(view)
        return PlainScalars.utf8(of: Array(text.utf8)) == Array(text.composed.utf8)
    }

    @Test func everyScalarIsComposedAlone() {
        // The dot of the Greek semicolon separates words in either form.
        let wrong = (0x80...UInt32(0x1FFF)).filter {
            $0 != 0x387 && (!isComposed([$0]) || !isComposed([0x41, $0]))
        }
        #expect(wrong == [])
    }

    @Test func runsOfLettersAndMarksAreComposed() {
        var chance = SplitMix(seed: 6)
        for _ in 0..<20_000 {
            let block = Self.blocks[Int.random(in: 0..<Self.blocks.count, using: &chance)]
            let run = (0..<4).map { _ in
                let other = Self.blocks[Int.random(in: 0..<Self.blocks.count, using: &chance)]
                return UInt32.random(
                    in: Int.random(in: 0..<5, using: &chance) == 0 ? other : block,
                    using: &chance
                )
            }
            guard !isComposed(run) else { continue }
            Issue.record("\(run.map { String($0, radix: 16) })")
            return
        }
    }
}
