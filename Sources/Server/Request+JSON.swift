import HTTP
import JSON
import Languages

/// Decodes JSON, or refuses the request with a message.
func parseJSON<Value: Decodable>(
    _ bytes: [UInt8],
    orRefuse message: String
) throws(HTTPError) -> Value {
    do {
        return try JSONCoding.decode(from: bytes)
    } catch {
        throw HTTPError(.badRequest, message: message)
    }
}

extension Request {
    /// Decodes the body, or refuses the request with a message.
    func decodeJSON<Value: Decodable>(orRefuse message: String) throws(HTTPError) -> Value {
        guard head.contentType == "application/json" else {
            throw HTTPError(.unsupportedMediaType, "The body has to be JSON.")
        }
        return try parseJSON(bytes, orRefuse: message)
    }
}
