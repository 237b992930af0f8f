extension StringProtocol {
    /// Without white space at its ends.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }

    /// The same for texts that differ in case alone, whatever the language: up and down again, so that ß is ss and ς is σ.
    var caseFolded: String { uppercased().lowercased() }
}

extension Unicode.Scalar {
    var isControl: Bool { properties.generalCategory == .control }
}
