/// A text in which `*` stands for anything: what a learner types for a word, a tag or a deck.
package struct SearchPattern: Hashable, Sendable {
    /// One part of a pattern.
    package enum Part: Hashable, Sendable {
        /// Text that has to stand there; never empty, and never next to another text.
        case text(String)
        /// Anything, or nothing.
        case anything
    }

    /// Never empty, and never twice the same kind in a row.
    package let parts: [Part]

    /// Joins neighbours of a kind and leaves out what is empty; nil where nothing is left.
    package init?(_ parts: some Sequence<Part>) {
        var joined: [Part] = []
        for part in parts {
            switch (joined.last, part) {
            case (_, .text("")), (.anything, .anything): continue
            case (.text(let before), .text(let text)):
                joined[joined.count - 1] = .text(before + text)
            default: joined.append(part)
            }
        }
        guard !joined.isEmpty else { return nil }
        self.parts = joined
    }

    /// A pattern without `*`; nil where the text is empty.
    package init?(text: String) { self.init([.text(text)]) }

    /// The text itself, where nothing in it stands for anything else.
    package var text: String? {
        guard case .text(let text) = parts[0], parts.count == 1 else { return nil }
        return text
    }

    /// The text with `*` for anything, for people to read.
    package var shown: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .anything: "*"
            }
        }.joined()
    }

    /// Whether a name is what the pattern says, whatever the case.
    package func matches(name: String) -> Bool {
        Glob(
            parts.flatMap { part -> [Glob<UInt8>.Item] in
                switch part {
                case .text(let text): text.caseFolded.utf8.map { .one($0) }
                case .anything: [.anything]
                }
            }
        ).matches(Array(name.caseFolded.utf8))
    }
}
