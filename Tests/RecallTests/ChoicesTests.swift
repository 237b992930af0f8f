import Testing

@testable import Recall

struct ChoicesTests {
    private let session: Session

    init() throws {
        session = try #require(Session(.quiz, cards: 40, seed: 7))
    }

    /// Cards of one kind, each with its own prompt and one of these answers.
    private func items(_ answers: [UInt32]) -> [QuizItem] {
        answers.enumerated().map { QuizItem(kind: 0, question: UInt32($0), answer: $1) }
    }

    @Test func offersFourAnswersIncludingTheRightOne() {
        let items = items(Array(0..<40))

        for card in 0..<40 {
            let choices = session.choices(for: card, among: items)
            #expect(choices.count == 4)
            #expect(Set(choices).count == 4)
            #expect(choices.contains(card))
        }
    }

    @Test func offersNoAnswerTwice() {
        let items = items([1, 2, 2, 2, 3, 3, 1])

        for card in items.indices {
            let answers = session.choices(for: card, among: items).map { items[$0].answer }
            #expect(answers.sorted() == [1, 2, 3])
        }
    }

    /// Two notes have the prompt "Hello": こんにちは and もしもし are both right.
    @Test func offersNoOtherCorrectAnswer() {
        let items = [
            QuizItem(kind: 0, question: 1, answer: 10), QuizItem(kind: 0, question: 1, answer: 11),
            QuizItem(kind: 0, question: 2, answer: 11), QuizItem(kind: 0, question: 3, answer: 12),
        ]

        #expect(session.choices(for: 0, among: items).sorted() == [0, 3])
        #expect(session.choices(for: 1, among: items).sorted() == [1, 3])
        #expect(session.choices(for: 3, among: items).count == 3)
    }

    @Test func offersOnlyAnswersOfTheSameKind() {
        let items = (0..<10).map { QuizItem(kind: $0 % 2, question: $0, answer: $0) }

        for card in 0..<10 {
            #expect(session.choices(for: card, among: items).allSatisfy { $0 % 2 == card % 2 })
        }
    }

    @Test(arguments: 1...3)
    func offersFewerWhenThereAreTooFew(count: Int) {
        #expect(session.choices(for: 0, among: items(Array(0..<UInt32(count)))).count == count)
    }

    @Test func offersAnswersFromBeyondTheSession() throws {
        let small = try #require(Session(.quiz, cards: 1, seed: 7))

        let choices = small.choices(for: 0, among: items([1, 2, 3, 4]))

        #expect(choices.sorted() == [0, 1, 2, 3])
    }

    @Test(arguments: [-1, 3, .max])
    func offersNothingForACardWithoutAnItem(card: Int) {
        #expect(session.choices(for: card, among: items([1, 2, 3])) == [])
    }

    @Test func offersTheSameAnswersAfterUndo() {
        let items = items(Array(0..<40))
        var session = session
        let before = (0..<40).map { session.choices(for: $0, among: items) }

        for _ in 0..<40 { _ = session.answer(.again) }
        #expect((0..<40).map { session.choices(for: $0, among: items) } == before)
        _ = session.retry()
        #expect((0..<40).map { session.choices(for: $0, among: items) } != before)
        _ = session.undo()

        #expect((0..<40).map { session.choices(for: $0, among: items) } == before)
    }

    @Test func favoursNeitherAPositionNorAnAnswer() throws {
        var positions = [0, 0, 0, 0]
        var offered = [0, 0, 0, 0, 0, 0, 0]
        let items = items(Array(0..<7))

        for seed in 0..<6_000 as Range<UInt64> {
            let session = try #require(Session(.quiz, cards: 7, seed: seed))
            let choices = session.choices(for: 3, among: items)
            positions[try #require(choices.firstIndex(of: 3))] += 1
            for choice in choices { offered[choice] += 1 }
        }

        // Six standard deviations, which are 34 and 39.
        #expect(positions.allSatisfy { abs($0 - 1_500) < 201 })
        #expect(offered[3] == 6_000)
        #expect(offered.enumerated().allSatisfy { $0 == 3 || abs($1 - 3_000) < 233 })
    }
}
