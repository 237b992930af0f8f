import Library
import Notes
import Recall
import Testing

@testable import Server

struct EventBatchTests {
    private func decode(_ events: String) throws -> [EventBatch.Entry] {
        let json = #"{"library":"L","epoch":1,"events":[\#(events)]}"#
        return try EventBatch.decode(Array(json.utf8)).events
    }

    @Test func readsAnAnswer() throws {
        let entry = try decode(
            #"""
            {"id":"3696000000000000001","kind":"practice","note":"7","face":"en>fi","grade":"good",
             "moment":1763640000000,"offset":120,"duration":900,"mode":"learn"}
            """#
        )[0]

        #expect(
            try entry.event.get()
                == Event(
                    id: EventID(rawValue: 3_696_000_000_000_000_001),
                    note: NoteID(rawValue: 7),
                    face: try #require(Face("en>fi")),
                    kind: .practice(.good),
                    moment: Moment(milliseconds: 1_763_640_000_000),
                    offset: 120,
                    duration: 900,
                    mode: .learn
                )
        )
    }

    @Test func readsAReviewWithTheDueItShowed() throws {
        let entry = try decode(
            #"""
            {"id":"9","kind":"review","note":"7","face":"1","grade":"easy","due":1764000000000,
             "moment":1763640000000,"offset":0,"duration":1,"mode":"review"}
            """#
        )[0]

        let due = Moment(milliseconds: 1_764_000_000_000)
        #expect(try entry.event.get().kind == .review(.easy, due: due))
    }

    @Test(arguments: [
        #"null"#, #"[]"#, #"{}"#,
        #"{"id":"9","kind":"practice"}"#,
        #"{"id":"9","kind":"dance","note":"7","face":"1"}"#,
        #"{"id":"9","kind":"practice","note":"7","face":"1","grade":"best"}"#,
        #"{"id":9,"kind":"practice","note":"7","face":"1","grade":"good"}"#,
    ])
    func refusesWhatDoesNotReadAndKeepsTheRest(bad: String) throws {
        let good = #"""
            {"id":"9","kind":"retraction","of":"8","note":"7","face":"1",
             "moment":1763640000000,"offset":0,"duration":0,"mode":"learn"}
            """#

        let entries = try decode("\(good),\(bad),\(good)")

        #expect(throws: EventBatch.Refusal.self) { try entries[1].event.get() }
        #expect(try entries[0].event.get() == entries[2].event.get())
    }

    @Test func refusesMoreThanFitsIntoOneRequest() {
        let events = Array(repeating: "{}", count: EventBatch.maximumCount + 1)

        #expect(throws: (any Error).self) { try decode(events.joined(separator: ",")) }
    }
}
