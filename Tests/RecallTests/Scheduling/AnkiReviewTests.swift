import Testing

@testable import Recall

struct AnkiReviewTests {
    @Test func convertsAnswersToReviews() {
        #expect(
            AnkiReview(kind: .learning, button: 3, factor: 0).eventKind
                == .review(.good, shown: nil)
        )
        #expect(
            AnkiReview(kind: .review, button: 1, factor: 2500).eventKind
                == .review(.again, shown: nil)
        )
        #expect(
            AnkiReview(kind: .filtered, button: 4, factor: 300).eventKind
                == .review(.easy, shown: nil)
        )
    }

    @Test func treatsCrammingAsPracticeAndIgnoresManualDueDates() {
        #expect(AnkiReview(kind: .filtered, button: 3, factor: 0).eventKind == .practice)
        #expect(AnkiReview(kind: .manual, button: 0, factor: 2500).eventKind == nil)
        #expect(AnkiReview(kind: .rescheduled, button: 0, factor: 500).eventKind == nil)
        #expect(AnkiReview(kind: .review, button: 0, factor: 2500).eventKind == nil)
        #expect(AnkiReview(kind: .review, button: 9, factor: 2500).eventKind == nil)
    }

    @Test func recognisesAReset() {
        #expect(AnkiReview(kind: .manual, button: 0, factor: 0).eventKind == .reset)
    }
}
