extension String {
    /// Decodes UTF-8; nil if it is invalid.
    ///
    /// The standard library's `String(validating:as:)`, which accepts every encoding, takes several times as long.
    init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
        self.init(copying: text)
    }
}
