extension String {
    /// The text that bytes are in UTF-8; nil where they are none.
    ///
    /// What the standard library has for every encoding takes several times as long.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
        self.init(copying: text)
    }
}
