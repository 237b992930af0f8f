import Exchange
import HTTP
import Notes

/// One thing that another program can ask: how its address reads, what it takes, what it answers, and who does it.
///
/// Requests are routed and read by this value, and the OpenAPI document is written from it.
struct APIOperation: Sendable {
    /// What a request may say in its address.
    struct Parameter: Sendable {
        let name: String
        let schema: Schema
        let summary: String
    }

    /// Names it, for programs that make code of the document.
    let id: String
    let method: Method
    /// Behind `/api/v1`, with names in braces: `/notes/{note}`.
    let path: String
    let summary: String
    /// Those in braces, in order.
    var places: [Parameter] = []
    /// Those behind the question mark; all may be left out.
    var query: [Parameter] = []
    var body: Schema?
    var status: Status = .ok
    let answer: Schema
    let perform: @Sendable (Application, APICall) throws -> JSONAnswer

    /// The steps of the path.
    var steps: [Substring] { path.split(separator: "/") }

    /// What stands in the places of the path; nil where the address is another one.
    func match(_ segments: [String]) -> [String: JSONValue]? {
        let steps = steps
        guard steps.count == segments.count else { return nil }
        var values: [String: JSONValue] = [:]
        for (step, segment) in zip(steps, segments) {
            if step.hasPrefix("{") {
                values[String(step.dropFirst().dropLast())] = .string(segment)
            } else if step != segment {
                return nil
            }
        }
        return values
    }
}

/// What an operation answers, encoded, with a status of its own where that is not the usual one.
struct JSONAnswer {
    let bytes: [UInt8]

    init(_ value: some Encodable) { bytes = encode(value) }
}

/// A request to one operation, all of it checked.
struct APICall {
    let request: Request
    let places: [String: JSONValue]
    let query: [String: JSONValue]
    let body: JSONValue

    /// The id in a place of the path.
    func id<ID: Identifier>(_ place: String, as: ID.Type = ID.self) throws(HTTPError) -> ID {
        guard let id = places[place]?.text.flatMap({ ID($0) }) else {
            throw HTTPError(.notFound, message: "There is nothing at this address.")
        }
        return id
    }

    /// An id in the query.
    func query<ID: Identifier>(_ name: String, as: ID.Type = ID.self) -> ID? {
        query[name]?.text.flatMap { ID($0) }
    }
}
