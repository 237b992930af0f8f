/// What a tag on notes is called: one word without spaces, as in Anki, nested with `::`.
public struct TagName: Hashable, Sendable {
    /// The most bytes a name may have.
    public static let maximumLength = 1_000

    /// The word, its accents stored in the one way in which names are (NFC).
    public let text: String

    /// Reads a name; nil where it is empty, too long, or has a space or control character in it.
    public init?(_ text: some StringProtocol) {
        guard (1...Self.maximumLength).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ !$0.isSpace && !$0.isControl })
        else { return nil }
        self.text = String(text).composed
    }

    /// What the tag is called when one that it is, or lies in, is called otherwise; nil where that is too long.
    public func moved(from old: TagName, to new: TagName) -> TagName? {
        let inside = text.split(separator: ":", omittingEmptySubsequences: false)
            .dropFirst(old.text.split(separator: ":", omittingEmptySubsequences: false).count)
        return TagName(([new.text[...]] + inside).joined(separator: ":"))
    }

    /// The same for names that differ in case alone, or in how their accents were stored.
    public var key: String { text.caseFolded }
}

extension TagName: CustomStringConvertible {
    /// The same as `text`.
    public var description: String { text }
}
