import LibraryValues
import Notes
import Recall
import Testing

@testable import Pages

struct CardLogPageTests {
    /// The page of a card without a memory, to which something happened each day.
    private func page(_ kinds: [CardLog.Entry.Kind]) -> String {
        let entries = kinds.enumerated().map { day, kind in
            CardLog.Entry(
                moment: Moment(milliseconds: Int64(day) * 86_400_000),
                offset: 0,
                kind: kind,
                duration: nil,
                interval: kind == .redated ? 12 : nil
            )
        }
        let log = CardLog(
            card: CardID(note: NoteID(rawValue: 1), face: .template(1)),
            prompt: "apple",
            entries: entries,
            memory: nil,
            lastReview: nil,
            desiredRetention: 0.9,
            parameters: .default,
            now: Moment(milliseconds: 10 * 86_400_000),
            offset: 0
        )
        return String(decoding: CardLogPage(log: log).render(), as: UTF8.self)
    }

    @Test func saysWhatWasDoneToTheScheduleBetweenAnswers() {
        let page = page([.review(.hard), .reset, .practice(.easy), .redated])

        let cells = page.split(separator: "<bdi>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(
            cells == [
                "Due date set", "–", "12 days", "–", "–", "–",
                "Easy, practice", "–", "–", "–", "–", "–",
                "Progress reset", "–", "–", "–", "–", "–",
                "Hard", "–", "–", "–", "–", "–",
            ]
        )
    }

    @Test(
        arguments: [
            ([.practice(.good)], "You haven’t reviewed this card yet."),
            ([.review(.hard), .redated, .reset], "This card was reset and is new again."),
            ([.review(.hard), .reset, .practice(.easy)], "This card was reset and is new again."),
            (
                [.review(.hard), .reset, .redated],
                "You set this card’s due date. Its curve begins with your next review."
            ),
            (
                [.redated, .practice(.easy)],
                "You set this card’s due date. Its curve begins with your next review."
            ),
        ] as [([CardLog.Entry.Kind], String)]
    )
    func saysWhyThereIsNoCurve(kinds: [CardLog.Entry.Kind], finding: String) {
        #expect(page(kinds).contains(finding))
    }
}
