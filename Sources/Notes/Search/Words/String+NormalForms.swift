// The standard library normalises Unicode for itself and for Foundation. Of the two only Foundation offers that in public,
// and away from Apple's systems it would bring ICU and its 30 MB of data along; on those it should be asked instead.
@_spi(_Unicode) import Swift

extension String {
    /// Every character in as many scalars as there are parts to it (NFD).
    var decomposed: [Unicode.Scalar] { Array(_nfd) }

    /// Every character in as few scalars as there are for it (NFC).
    package var composed: String {
        // Most names and keys are plain, and what is plain is composed.
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
