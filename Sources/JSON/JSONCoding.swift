#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes and decodes `Codable` values; keys are sorted, so that equal values have equal texts.
package enum JSONCoding {
    private static let decoder = JSONDecoder()
    private static let encoder = encoder([.sortedKeys, .withoutEscapingSlashes])
    private static let indentingEncoder = encoder(
        [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    )

    private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return encoder
    }

    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from json: some Sequence<UInt8>
    ) throws -> Value {
        try decoder.decode(type, from: Data(json))
    }

    /// Fails if a number is not finite.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        try Array(encoder.encode(value))
    }

    /// Encodes a value whose numbers are all finite.
    package static func bytes(of value: some Encodable, isIndented: Bool = false) -> [UInt8] {
        do {
            return try Array((isIndented ? indentingEncoder : encoder).encode(value))
        } catch {
            preconditionFailure("A value without infinite numbers can always be encoded: \(error)")
        }
    }
}
