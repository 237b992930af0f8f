/// A word, tag or name of a deck as a learner types it, in which `*` matches anything.
package struct SearchPattern: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        /// Literal text, never empty.
        case text(String)
        /// Any text, even an empty one.
        case anything
    }

    /// Never empty, and never two of the same kind in a row.
    package let parts: [Part]

    /// Merges adjacent parts of a kind and drops empty ones; nil if none are left.
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

    /// A pattern without `*`; nil if the text is empty.
    package init?(text: String) { self.init([.text(text)]) }

    /// The literal text if it contains no `*`.
    package var text: String? {
        guard case .text(let text) = parts[0], parts.count == 1 else { return nil }
        return text
    }

    /// The pattern for people to read.
    package var shown: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .anything: "*"
            }
        }.joined()
    }

    /// Whether a name matches, regardless of case.
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
