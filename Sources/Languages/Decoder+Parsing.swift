extension Decoder {
    /// Decodes a string and parses it.
    ///
    /// - Parameter failure: The end of the error message, after the string: `is not a face`.
    package func parsed<Value>(
        by parse: (String) -> Value?,
        orFailing failure: String
    ) throws -> Value {
        let text = try String(from: self)
        if let value = parse(text) { return value }
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "“\(text.prefix(80))” \(failure).")
        )
    }
}
