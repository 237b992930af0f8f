import Languages
import Notes
import Recall
import SQLite
import TestChance
import Testing

@testable import Storage

/// The full-text index finds the same as matching every note.
struct SearchTextTests {
    private static let words = [
        "ab", "abc", "b", "bc", "café", "cafe", "cafés", "日", "本", "日本", "本。日", "<b>b</b>c", "ab-b",
    ]

    private static func word(_ chance: inout SplitMix) -> String {
        Bool.random(using: &chance)
            ? words.randomElement(using: &chance) ?? ""
                // Many words with one prefix.
            : "x\(Int.random(in: 1...90, using: &chance))"
    }

    private static func text(_ chance: inout SplitMix) -> String {
        (0..<Int.random(in: 0...6, using: &chance)).map { _ in word(&chance) }
            .joined(separator: Int.random(in: 0...3, using: &chance) == 0 ? "" : " ")
    }

    private static func query(_ chance: inout SplitMix) -> String {
        let words = (0..<Int.random(in: 1...4, using: &chance)).map { _ in
            switch Int.random(in: 0..<12, using: &chance) {
            case 0: "*"
            case 1: "*b"
            case 2: "a*"
            case 3: "x*"
            case 4: "*1*"
            case 5: "x"
            default: word(&chance)
            }
        }
        let text = words.joined(separator: " ")
        let field = ["", "", "front:", "fr:"].randomElement(using: &chance) ?? ""
        return field + (words.count > 1 || Bool.random(using: &chance) ? "\"\(text)\"" : text)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func agreesWithMatchingEveryNote(seed: UInt64) throws {
        var chance = SplitMix(seed: seed)
        let fresh = try Fresh()
        let french = try #require(LanguageTag("fr"))
        try fresh.database.write { writer in
            for id in 1...300 as ClosedRange<Int64> {
                var note = fresh.note(id)
                note.values = [
                    1: FieldValue(Self.text(&chance)), 2: FieldValue(Self.text(&chance)),
                    .language(french): FieldValue(Self.text(&chance)),
                ]
                try writer.insert(note)
            }
        }
        let fields = ["": nil, "front": ["1"], "fr": ["fr"]] as [String: Set<String>?]
        let day = SearchDay(now: .some, offset: 0, boundary: DayBoundary())

        try fresh.database.read { reader in
            let notes = try reader.connection.rows("SELECT id, fields FROM note ORDER BY id DESC") {
                (id: $0.id(0) as NoteID, fields: $0.bytes(1))
            }
            for _ in 0..<150 {
                let query = SearchQuery(Self.query(&chance))
                guard case .term(.text(let text)) = query.expression,
                    let pattern = TextPattern(
                        text.pattern,
                        isUnfinished: query.unfinishedTerm == 0
                    )
                else { continue }
                let wanted = try #require(fields[text.field?.text ?? ""])
                let check = TextCheck(pattern, in: wanted)
                let expected = notes.filter { check.matches($0.fields) }.map(\.id)

                let found = try reader.search(query, limit: 1_000, on: day)
                let first = try reader.search(query, limit: 9, isCounted: false, on: day)

                if pattern.elements.isEmpty, text.field == nil { continue }
                #expect(found.notes == expected, "\(query)")
                #expect(found.total == expected.count, "\(query)")
                #expect(first.notes == Array(expected.prefix(9)), "\(query)")
            }
        }
    }
}
