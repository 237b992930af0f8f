/// The name of a tag: one word without spaces, nested with `::` as in Anki.
package struct TagName: Hashable, Sendable {
    /// The maximum size of a name in bytes.
    package static let maximumLength = 1_000

    /// The name in normalization form C.
    package let text: String

    /// Nil if the name is empty, too long, or contains a space or control character.
    package init?(_ text: some StringProtocol) {
        guard (1...Self.maximumLength).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ !$0.isSpace && !$0.isControl })
        else { return nil }
        self.text = String(text).composed
    }

    /// As a learner reads it: `food › fruit`.
    package var title: String { text.replacing("::", with: " › ") }

    /// The tag's name after it or a containing tag is renamed; nil if too long.
    package func moved(from old: TagName, to new: TagName) -> TagName? {
        let inside = text.split(separator: ":", omittingEmptySubsequences: false)
            .dropFirst(old.text.split(separator: ":", omittingEmptySubsequences: false).count)
        return TagName(([new.text[...]] + inside).joined(separator: ":"))
    }

    /// The same for names that differ only in case or Unicode normalization.
    package var key: String { text.caseFolded }
}

extension TagName: CustomStringConvertible {
    package var description: String { text }
}
