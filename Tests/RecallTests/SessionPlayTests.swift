import SessionPlay
import Testing

@testable import Recall

struct SessionPlayTests {
    /// Sittings of random steps in every mode.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func keepsEveryPromiseWhateverHappens(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        for _ in 0..<6 {
            let bytes = (0..<4 + chance.next(below: 300)).map { _ in
                UInt8(truncatingIfNeeded: chance.next())
            }

            #expect(brokenPromise(playing: bytes) == nil, "\(bytes)")
        }
    }

    /// Every sequence of four steps in every mode, on three cards.
    @Test(arguments: Mode.allCases)
    func keepsEveryPromiseInEveryShortSitting(mode: Mode) {
        let steps: [UInt8] = [0x00, 0x20, 0x90, 0x05, 0x07, 0x18, 0x59, 0xfb, 0x0e]
        let count = steps.count
        for number in 0..<count * count * count * count {
            let played = [1, count, count * count, count * count * count].map {
                steps[number / $0 % count]
            }

            let promise = brokenPromise(playing: [mode.rawValue, 3, 0, 7] + played)

            if promise != nil { Issue.record("\(promise ?? "") in \(played)") }
        }
    }
}
