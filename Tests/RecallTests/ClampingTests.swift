import Recall
import Testing

struct ClampingTests {
    @Test(arguments: [
        (0.4, 0), (-0.6, -1), (.nan, 0), (.infinity, Int.max), (-.infinity, Int.min),
        (1e308, Int.max),
        (0x1p63, Int.max), (-0x1p63, Int.min), (0x1p62, 1 << 62),
    ])
    func anyNumberHasANearestInteger(_ number: Double, _ integer: Int) {
        #expect(Int(clamping: number) == integer)
    }

    @Test func smallIntegersHaveTheirOwnLimits() {
        #expect(UInt8(clamping: -1.0) == 0)
        #expect(UInt8(clamping: 255.4) == 255)
        #expect(UInt32(clamping: 1e10) == .max)
    }

    /// A card that is answered at the limit of its counts stays there.
    @Test func statesAreLimitedToWhatCardsCanReach() {
        let state = CardState(
            stage: .relearning(step: .min),
            memory: nil,
            due: .max,
            interval: .max,
            reviews: .max,
            lapses: .max,
            lastReview: .min,
            lastDay: .min
        )

        #expect(state.stage == .relearning(step: 0))
        #expect(state.due == CardState.dues.upperBound)
        #expect(state.lastReview == DayBoundary.moments.lowerBound)
        let review = Scheduler.Review(moment: .max, offset: .min, seed: 1)
        for next in Scheduler().outcomes(of: state, at: review) {
            #expect(CardState.counts.contains(next.reviews))
            #expect(next.due.map(CardState.dues.contains) != false)
        }
    }
}
