extension String {
    /// Decodes UTF-8; nil if it is invalid.
    ///
    /// Several times as fast as `String(validating:as:)`.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
        self.init(copying: text)
    }
}
