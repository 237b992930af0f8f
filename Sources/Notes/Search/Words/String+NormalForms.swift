// The standard library normalises Unicode internally; publicly only Foundation does, which on Linux brings ICU and its 30 MB of
// data. On Apple's systems, Foundation should be used instead.
@_spi(_Unicode) import Swift

extension String {
    /// In canonical decomposition (NFD).
    var decomposed: [Unicode.Scalar] { Array(_nfd) }

    /// In canonical decomposition, without accents and other combining characters.
    package var withoutCombining: String {
        var scalars = UnicodeScalarView()
        scalars.append(
            contentsOf: _nfd.filter { scalar in
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .spacingMark, .enclosingMark: false
                default: true
                }
            }
        )
        return String(scalars)
    }

    /// In canonical composition (NFC).
    package var composed: String {
        // Most names and keys are ASCII, which is always composed.
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        var scalars = UnicodeScalarView()
        scalars.append(contentsOf: _nfc)
        return String(scalars)
    }
}
