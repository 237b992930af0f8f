import HTTP
import JSON

/// The API for other programs, under `/api/v1`.
enum API {
    static let operations: [APIOperation] =
        notes + cards + decks + media + noteTypes + reviews + changes + statistics + [
            APIOperation(
                id: "getDocument",
                method: .get,
                path: "/openapi.json",
                summary: "This document.",
                answer: .map(.named("Anything")),
                perform: { _, _ in JSONAnswer(document) }
            )
        ]

    /// The named schemas that operations refer to.
    static let schemas: [String: APISchema] = [
        noteSchemas, cardSchemas, deckSchemas, mediaSchemas, noteTypeSchemas, reviewSchemas,
        changeSchemas, statisticsSchemas,
        [
            "Error": .object([
                .member("error", .string, "One plain line that says what to do.")
            ])
        ],
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

    /// How error messages call the whole body.
    static let body = "The body"

    static func methods(at segments: [String]) -> [Method] {
        operations.filter { $0.match(segments) != nil }.map(\.method)
    }
}

extension Application {
    /// Answers a request under `/api/v1`.
    func answerAPI(_ segments: [String], _ request: Request) throws -> Response {
        let method = request.method == .head ? .get : request.method
        for operation in API.operations where operation.method == method {
            guard let path = operation.match(segments) else { continue }
            let call = APICall(
                request: request,
                path: path,
                query: try query(of: request, for: operation),
                body: try body(of: request, for: operation)
            )
            let answer = try operation.perform(self, call)
            return .json(answer.bytes, status: operation.status).cached(.never)
        }
        throw HTTPError(.notFound, message: "This page doesn’t exist.")
    }

    private func query(
        of request: Request,
        for operation: APIOperation
    ) throws(HTTPError) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for parameter in operation.query {
            guard let text = request.head.query.items.first(where: { $0.name == parameter.name })
            else { continue }
            let value = parameter.schema.value(of: text.value)
            if let flaw = parameter.schema.flaw(in: value, called: parameter.name) {
                throw HTTPError(.badRequest, message: flaw)
            }
            values[parameter.name] = value
        }
        return values
    }

    private func body(
        of request: Request,
        for operation: APIOperation
    ) throws(HTTPError) -> JSONValue {
        guard let schema = operation.body else { return .null }
        guard request.contentType == "application/json" else {
            throw HTTPError(.unsupportedMediaType, message: "The body has to be JSON.")
        }
        guard let value = JSONValue(request.bytes) else {
            throw HTTPError(.badRequest, message: "The body is not valid JSON.")
        }
        if let flaw = schema.flaw(in: value, called: API.body) {
            throw HTTPError(.badRequest, message: flaw)
        }
        return value
    }
}
