import FoundationEssentials
import HTTP
import Languages

/// JSON with its keys in a stable order.
package func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("everything that the server answers can be encoded")
    }
    return Array(data)
}

/// Decodes JSON, or refuses the request with the message.
func parseJSON<Value: Decodable>(
    _ bytes: [UInt8],
    orRefuse message: String
) throws(HTTPError) -> Value {
    do {
        return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
        throw HTTPError(.badRequest, message: message)
    }
}

extension Request {
    /// Decodes the body, or refuses the request: with the message unless it is JSON of that shape.
    func decodeJSON<Value: Decodable>(orRefuse message: String) throws(HTTPError) -> Value {
        guard head.contentType == "application/json" else {
            throw HTTPError(.unsupportedMediaType, "The body has to be JSON.")
        }
        return try parseJSON(bytes, orRefuse: message)
    }
}
