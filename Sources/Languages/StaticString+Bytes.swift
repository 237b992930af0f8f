extension StaticString {
    /// The UTF-8 of a literal that is not a single scalar, without a copy.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
