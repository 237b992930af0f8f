extension StringProtocol {
    /// Without white space at its ends, also where a combining mark stands on it.
    package var trimmed: String {
        // Nearly all texts are so already, and those are not copied.
        guard
            unicodeScalars.first?.properties.isWhitespace == true
                || unicodeScalars.last?.properties.isWhitespace == true
        else { return String(self) }
        var rest = Substring(self).unicodeScalars
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// The same for texts that differ in case alone, whatever the language, or in how their accents are stored.
    ///
    /// Up and down again, so that ß is ss and ς is σ; bytes are the same where the texts are.
    package var caseFolded: String { uppercased().lowercased().composed }
}

extension Unicode.Scalar {
    var isControl: Bool { properties.generalCategory == .control }
}
