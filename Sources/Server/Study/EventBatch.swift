import Languages
package import HTTP
import Library
import Notes
import Recall

/// The body of `POST /reviews`: events of one library, each stored or refused by itself.
package struct EventBatch: Decodable, LibraryBound {
    /// A larger batch is refused as a whole; browsers send smaller ones.
    static let maximumCount = 1000

    let library: String
    let epoch: Int
    let events: [Entry]

    package static func decode(_ body: [UInt8]) throws(HTTPError) -> EventBatch {
        let batch: EventBatch = try parseJSON(
            body,
            orRefuse: "The body is not a JSON object with library, epoch and a list of events."
        )
        guard batch.events.count <= maximumCount else {
            throw HTTPError(
                .badRequest,
                "At most \(maximumCount) events go into one request."
            )
        }
        return batch
    }
}

extension EventBatch {
    /// One event: parsed, or refused with the reason; with its id, if it has one.
    struct Entry: Decodable {
        let id: String?
        let event: Result<Event, Refusal>

        init(from decoder: any Decoder) {
            let fields = try? decoder.container(keyedBy: Field.self)
            id = try? fields?.decode(String.self, forKey: .id)
            do throws(Refusal) {
                guard let fields else { throw Refusal("An event is not a JSON object.") }
                event = .success(try Event(fields))
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

    enum Field: String, CodingKey {
        case id, kind, note, face, grade, of, due, reviews, moment, offset, duration, mode
    }
}

extension Event {
    fileprivate init(
        _ fields: KeyedDecodingContainer<EventBatch.Field>
    ) throws(EventBatch.Refusal) {
        self.init(
            id: try fields.read(.id, EventID.init),
            note: try fields.read(.note, NoteID.init),
            face: try fields.read(.face, Face.init),
            kind: try Kind(fields),
            moment: Moment(milliseconds: try fields.number(.moment)),
            offset: Int(try fields.number(.offset)),
            duration: Int(try fields.number(.duration)),
            mode: try fields.read(.mode, Mode.init(name:))
        )
    }
}

extension Event.Kind {
    fileprivate init(
        _ fields: KeyedDecodingContainer<EventBatch.Field>
    ) throws(EventBatch.Refusal) {
        switch try fields.text(.kind) {
        case "practice":
            self = .practice(try fields.read(.grade, Grade.init(name:)))
        case "review":
            let due = try fields.numberOrNil(.due)
            self = .review(
                try fields.read(.grade, Grade.init(name:)),
                due: due.map { Moment(milliseconds: $0) },
                reviews: try fields.numberOrNil(.reviews).map { Int($0) }
            )
        case "retraction":
            self = .retraction(of: try fields.read(.of, EventID.init))
        default:
            throw .init("The kind of an event is unknown.")
        }
    }
}

extension KeyedDecodingContainer<EventBatch.Field> {
    fileprivate func text(_ field: EventBatch.Field) throws(EventBatch.Refusal) -> String {
        do { return try decode(String.self, forKey: field) } catch {
            throw .init("The \(field.rawValue) of an event is not text.")
        }
    }

    fileprivate func number(_ field: EventBatch.Field) throws(EventBatch.Refusal) -> Int64 {
        do { return try decode(Int64.self, forKey: field) } catch {
            throw .init("The \(field.rawValue) of an event is not a whole number.")
        }
    }

    fileprivate func numberOrNil(
        _ field: EventBatch.Field
    ) throws(EventBatch.Refusal) -> Int64? {
        guard contains(field), (try? decodeNil(forKey: field)) != true else { return nil }
        return try number(field)
    }

    fileprivate func read<Value>(
        _ field: EventBatch.Field,
        _ parse: (String) -> Value?
    ) throws(EventBatch.Refusal) -> Value {
        guard let value = parse(try text(field)) else {
            throw .init("The \(field.rawValue) of an event is invalid.")
        }
        return value
    }
}
