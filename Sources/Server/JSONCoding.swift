import FoundationEssentials
import HTTP
import Languages

/// JSON with its keys in a steady order.
func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("what the server says can always be encoded")
    }
    return Array(data)
}

/// Reads JSON of some shape; what is no such thing is refused with the complaint.
func readJSON<Value: Decodable>(
    _ bytes: [UInt8],
    _ complaint: String
) throws(HTTPError) -> Value {
    do {
        return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
        throw HTTPError(.badRequest, message: complaint)
    }
}

extension Request {
    /// Reads the body, which has to be JSON of that shape.
    func decodeJSON<Value: Decodable>(_ complaint: String) throws(HTTPError) -> Value {
        guard head.contentType == "application/json" else {
            throw HTTPError(.unsupportedMediaType, "The body has to be JSON.")
        }
        return try readJSON(bytes, complaint)
    }
}
