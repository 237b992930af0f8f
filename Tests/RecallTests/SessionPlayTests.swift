import SessionPlay
import Testing

@testable import Recall

struct SessionPlayTests {
    /// Sessions of random steps in every mode.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func keepsItsInvariantsInRandomSessions(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<6 {
            let bytes = (0..<4 + random.next(below: 300)).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }

            #expect(violatedInvariant(playing: bytes) == nil, "\(bytes)")
        }
    }

    /// Every sequence of four steps in every mode, with three cards.
    @Test(arguments: Mode.allCases)
    func keepsItsInvariantsInEveryShortSession(mode: Mode) {
        let steps: [UInt8] = [0x00, 0x20, 0x90, 0x05, 0x07, 0x18, 0x59, 0xfb, 0x0e]
        let count = steps.count
        for number in 0..<count * count * count * count {
            let played = [1, count, count * count, count * count * count].map {
                steps[number / $0 % count]
            }

            let invariant = violatedInvariant(playing: [mode.rawValue, 3, 0, 7] + played)

            if invariant != nil { Issue.record("\(invariant ?? "") in \(played)") }
        }
    }
}
