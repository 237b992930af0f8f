import HTTP
import JSON
import Notes

/// One operation of the API: its address, parameters, body and answer, and the function that performs it.
///
/// Requests are routed and validated by it, and the OpenAPI document is written from it.
struct APIOperation: Sendable {
    struct Parameter: Sendable {
        let name: String
        let schema: APISchema
        let summary: String
    }

    /// The name for generated code.
    let id: String
    let method: Method
    /// After `/api/v1`, with parameters in braces: `/notes/{note}`.
    let path: String
    let summary: String
    /// The parameters in braces, in order.
    var pathParameters: [Parameter] = []
    /// The parameters after the question mark; all are optional.
    var query: [Parameter] = []
    var body: APISchema?
    var status: Status = .ok
    let answer: APISchema
    let perform: @Sendable (Application, APICall) throws -> JSONAnswer

    /// The values of the path parameters; nil where the address is another one.
    func match(_ segments: [String]) -> [String: JSONValue]? {
        let steps = path.split(separator: "/")
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

/// The encoded answer of an operation.
struct JSONAnswer {
    let bytes: [UInt8]

    init(json: [UInt8]) { bytes = json }

    init(_ value: some Encodable) { self.init(json: JSONCoding.bytes(of: value)) }
}

/// A validated request to an operation.
struct APICall {
    let request: Request
    let path: [String: JSONValue]
    let query: [String: JSONValue]
    let body: JSONValue

    /// An id in the path.
    func id<ID: Identifier>(_ name: String) throws(HTTPError) -> ID {
        guard let id = path[name]?.text.flatMap({ ID($0) }) else {
            throw HTTPError(.notFound, message: "This page doesn’t exist.")
        }
        return id
    }

    /// An id in the query.
    func query<ID: Identifier>(_ name: String) -> ID? {
        query[name]?.text.flatMap { ID($0) }
    }
}
