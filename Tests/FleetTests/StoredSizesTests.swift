import Fleet
import Testing
import Threads

struct StoredSizesTests {
    private let learner = LearnerID(rawValue: 7)
    private let noon = Instant(nanoseconds: 1_000_000_000)

    @Test func whatIsStoredIsAddedInsteadOfCountedAgain() {
        var sizes = StoredSizes()
        // Nothing was counted to add it to.
        sizes.add(5, for: learner)
        #expect(sizes.size(for: learner, at: noon) == nil)

        sizes.set(100, for: learner, at: noon)
        sizes.add(20, for: learner)
        sizes.add(3, for: LearnerID(rawValue: 8))

        #expect(sizes.size(for: learner, at: noon) == 120)
    }

    @Test func whatOthersChangeIsSeenInAMinute() {
        var sizes = StoredSizes()
        sizes.set(100, for: learner, at: noon)

        #expect(sizes.size(for: learner, at: noon + .seconds(59)) == 100)
        #expect(sizes.size(for: learner, at: noon + .seconds(60)) == nil)
    }

    @Test func whereSomethingIsDeletedAllIsCounted() {
        var sizes = StoredSizes()
        sizes.set(100, for: learner, at: noon)

        sizes.forget(learner)

        #expect(sizes.size(for: learner, at: noon) == nil)
    }
}
