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

    @Test(
        arguments: [
            (#""due":1764000000000,"reviews":7"#, 1_764_000_000_000, 7),
            (#""due":1764000000000"#, 1_764_000_000_000, nil),
            (#""due":null,"reviews":0"#, nil, 0),
            (#""due":null,"reviews":null"#, nil, nil),
            (#""more":[]"#, nil, nil),
        ] as [(String, Int64?, Int?)]
    )
    func readsAReviewWithTheDueDateThatItsButtonShowed(shown: String, due: Int64?, reviews: Int?)
        throws
    {
        let entry = try decode(
            #"""
            {"id":"9","kind":"review","note":"7","face":"1","grade":"easy",\#(shown),
             "moment":1763640000000,"offset":0,"duration":1,"mode":"quiz"}
            """#
        )[0]

        let event = try entry.event.get()
        let moment = due.map { Moment(milliseconds: $0) }
        #expect(event.kind == .review(.easy, due: moment, reviews: reviews))
        #expect(event.mode == .quiz)
    }

    @Test(arguments: [
        (#""due":"soon""#, "The due of an event is not a whole number."),
        (#""due":1.5"#, "The due of an event is not a whole number."),
        (#""reviews":true"#, "The reviews of an event is not a whole number."),
        (#""reviews":1e30"#, "The reviews of an event is not a whole number."),
    ])
    func refusesAReviewWithAnInvalidDueDate(shown: String, reason: String) throws {
        let entry = try decode(
            #"""
            {"id":"9","kind":"review","note":"7","face":"1","grade":"easy",\#(shown),
             "moment":1763640000000,"offset":0,"duration":1,"mode":"review"}
            """#
        )[0]

        let refusal = #expect(throws: EventBatch.Refusal.self) { try entry.event.get() }
        #expect(refusal?.reason == reason)
    }

    @Test(arguments: [
        #"null"#, #"[]"#, #"{}"#,
        #"{"id":"9","kind":"practice"}"#,
        #"{"id":"9","kind":"dance","note":"7","face":"1"}"#,
        #"{"id":"9","kind":"practice","note":"7","face":"1","grade":"best"}"#,
        #"{"id":9,"kind":"practice","note":"7","face":"1","grade":"good"}"#,
    ])
    func refusesInvalidEventsAndKeepsTheOthers(bad: String) throws {
        let good = #"""
            {"id":"9","kind":"retraction","of":"8","note":"7","face":"1",
             "moment":1763640000000,"offset":0,"duration":0,"mode":"learn"}
            """#

        let entries = try decode("\(good),\(bad),\(good)")

        #expect(throws: EventBatch.Refusal.self) { try entries[1].event.get() }
        #expect(try entries[0].event.get() == entries[2].event.get())
    }

    @Test func refusesTooManyEvents() {
        let events = Array(repeating: "{}", count: EventBatch.maximumCount + 1)

        #expect(throws: (any Error).self) { try decode(events.joined(separator: ",")) }
    }
}
