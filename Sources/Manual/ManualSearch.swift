/// A search in the manual: the sections that have words that begin with those asked for.
package struct ManualSearch: Sendable {
    private let words: [String]

    package init(_ query: String) {
        words = Self.folded(query).split(separator: " ").map(String.init)
    }

    /// A section that was found.
    package struct Hit: Hashable, Sendable {
        package let chapter: Chapter
        /// The heading, or the chapter's title.
        package let title: String
        /// The heading's name in the address; nil for the beginning of the chapter.
        package let id: String?
        /// The paragraph, item or row with the first of the words.
        package let excerpt: String
    }

    /// What is found, with hits in headings first; nothing if no word is asked for.
    package func hits(in chapters: [Chapter] = Chapter.all) -> [Hit] {
        guard !words.isEmpty else { return [] }
        let found = chapters.flatMap { chapter in
            chapter.sections.compactMap { hit($0, of: chapter) }
        }
        return found.filter(\.isInTitle).map(\.hit) + found.filter { !$0.isInTitle }.map(\.hit)
    }

    private func hit(
        _ section: ChapterSection,
        of chapter: Chapter
    ) -> (hit: Hit, isInTitle: Bool)? {
        let title = section.heading ?? chapter.title
        let texts = Self.texts(of: section, in: chapter)
        let folded = texts.map(Self.folded)
        let all = ([Self.folded(title)] + folded).joined()
        guard words.allSatisfy({ all.contains(" \($0)") }) else { return nil }
        let place = folded.firstIndex { text in words.contains { text.contains(" \($0)") } }
        return (
            Hit(
                chapter: chapter,
                title: title,
                id: section.id,
                excerpt: texts.isEmpty ? "" : texts[place ?? 0]
            ),
            words.allSatisfy { Self.folded(title).contains(" \($0)") }
        )
    }

    /// The texts of a section: one for each paragraph, item, row and block of code.
    private static func texts(of section: ChapterSection, in chapter: Chapter) -> [String] {
        let first = section.heading == nil ? [chapter.summary] : []
        let texts =
            first
            + section.blocks.flatMap { block -> [[ManualText]] in
                switch block {
                case .list(let items, _): items
                case .table(let head, let rows):
                    ([head] + rows).map { Array($0.joined(separator: [.plain(" – ")])) }
                case .picture: []
                case .heading, .paragraph, .code: [block.texts]
                }
            }
        return texts.map { $0.map(\.words).joined() }
    }

    /// Words in lower case without punctuation, each after a space.
    private static func folded(_ text: String) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { " \($0)" }.joined()
    }
}
