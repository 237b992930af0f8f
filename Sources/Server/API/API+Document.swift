import HTTP
import JSON

extension API {
    /// The OpenAPI 3.1 document.
    static let document: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "Omena",
            "version": "1",
            "description":
                "Notes, cards, decks and reviews of one library. Every change can be undone. Programs authenticate with the token in the file that 'omena serve --api-token-file' names; pages of this server need none.",
        ],
        "servers": [["url": "/api/v1"]],
        "security": [["token": []], [:]],
        "paths": paths,
        "components": [
            "schemas": .object(
                schemas.mapValues(\.document).merging(["Anything": .object([:])]) { first, _ in
                    first
                }
            ),
            "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        ],
    ]

    private static var paths: JSONValue {
        var paths: [String: JSONValue] = [:]
        for operation in operations {
            var methods = paths[operation.path]?.members ?? [:]
            methods[operation.method.rawValue.lowercased()] = document(of: operation)
            paths[operation.path] = .object(methods)
        }
        return .object(paths)
    }

    private static func document(of operation: APIOperation) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(operation.id),
            "summary": .string(operation.summary),
            "responses": [
                operation.status.description: answer(operation.answer, "Done."),
                "default": answer(.named("Error"), "Refused, and nothing was changed."),
            ],
        ]
        let parameters =
            operation.pathParameters.map { parameter($0, in: "path") }
            + operation.query.map { parameter($0, in: "query") }
        if !parameters.isEmpty { members["parameters"] = .list(parameters) }
        if let body = operation.body {
            members["requestBody"] = [
                "required": true,
                "content": ["application/json": ["schema": body.document]],
            ]
        }
        return .object(members)
    }

    private static func answer(_ schema: APISchema, _ description: String) -> JSONValue {
        [
            "description": .string(description),
            "content": ["application/json": ["schema": schema.document]],
        ]
    }

    private static func parameter(_ parameter: APIOperation.Parameter, in location: String)
        -> JSONValue
    {
        [
            "name": .string(parameter.name),
            "in": .string(location),
            "required": .boolean(location == "path"),
            "description": .string(parameter.summary),
            "schema": parameter.schema.document,
        ]
    }
}
