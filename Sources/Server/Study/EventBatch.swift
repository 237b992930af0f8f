package import HTTP
import JSON
import Languages
import Notes
import Recall

/// The body of `POST /reviews`: events of one library, each stored or refused by itself.
package struct EventBatch: LibraryBound {
    /// A larger batch is refused as a whole; browsers send smaller ones.
    static let maximumCount = 1000

    private static let invalidBody =
        "The body is not a JSON object with library, epoch and a list of events."

    let library: String
    let epoch: Int
    let events: [Entry]

    package static func decode(_ body: [UInt8]) throws(HTTPError) -> EventBatch {
        guard let json = try? JSONReader.read(body), let library = json["library"]?.string,
            let epoch = json["epoch"]?.integer, let events = json["events"]?.elements
        else {
            throw HTTPError(.badRequest, message: invalidBody)
        }
        guard events.count <= maximumCount else {
            throw HTTPError(
                .badRequest,
                "At most \(maximumCount) events go into one request."
            )
        }
        return EventBatch(library: library, epoch: epoch, events: events.map { Entry($0) })
    }
}

extension EventBatch {
    /// One event: parsed, or refused with the reason; with its id, if it has one.
    struct Entry {
        let id: String?
        let event: Result<Event, Refusal>

        init(_ json: JSONNode) {
            id = json["id"]?.string
            do throws(Refusal) {
                guard json.members != nil else { throw Refusal("An event is not a JSON object.") }
                event = .success(try Event(json))
            } catch {
                event = .failure(error)
            }
        }
    }

    /// Why an event is refused, for the learner.
    struct Refusal: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }
}

extension Event {
    fileprivate init(_ json: JSONNode) throws(EventBatch.Refusal) {
        self.init(
            id: try json.read("id", EventID.init),
            note: try json.read("note", NoteID.init),
            face: try json.read("face", Face.init),
            kind: try Kind(json),
            moment: Moment(milliseconds: Int64(try json.number("moment"))),
            offset: try json.number("offset"),
            duration: try json.number("duration"),
            mode: try json.read("mode", Mode.init(name:))
        )
    }
}

extension Event.Kind {
    fileprivate init(_ json: JSONNode) throws(EventBatch.Refusal) {
        switch try json.text("kind") {
        case "practice":
            self = .practice(try json.read("grade", Grade.init(name:)))
        case "review":
            let due = try json.numberOrNil("due")
            self = .review(
                try json.read("grade", Grade.init(name:)),
                due: due.map { Moment(milliseconds: Int64($0)) },
                reviews: try json.numberOrNil("reviews")
            )
        case "retraction":
            self = .retraction(of: try json.read("of", EventID.init))
        default:
            throw .init("The kind of an event is unknown.")
        }
    }
}

extension JSONNode {
    fileprivate func text(_ name: String) throws(EventBatch.Refusal) -> String {
        guard let text = self[name]?.string else {
            throw .init("The \(name) of an event is not text.")
        }
        return text
    }

    fileprivate func number(_ name: String) throws(EventBatch.Refusal) -> Int {
        guard let number = self[name]?.integer else {
            throw .init("The \(name) of an event is not a whole number.")
        }
        return number
    }

    /// Nil where it is missing or null.
    fileprivate func numberOrNil(_ name: String) throws(EventBatch.Refusal) -> Int? {
        guard let value = self[name], !value.isNull else { return nil }
        return try number(name)
    }

    fileprivate func read<Value>(
        _ name: String,
        _ parse: (String) -> Value?
    ) throws(EventBatch.Refusal) -> Value {
        guard let value = parse(try text(name)) else {
            throw .init("The \(name) of an event is invalid.")
        }
        return value
    }
}
