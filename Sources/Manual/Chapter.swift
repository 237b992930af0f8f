import Compression
import EmbeddedFiles
import FoundationEssentials

/// A chapter of the manual for learners, which is in Documentation/Manual.
package struct Chapter: Hashable, Sendable {
    /// Its name in addresses: `first-day`.
    package let name: String
    package let title: String
    /// What it is about, in a sentence: the paragraph after the title.
    package let summary: [ManualText]
    /// What follows the summary.
    package let blocks: [ManualBlock]

    package static let all: [Chapter] = EmbeddedFiles.manual.map { file in
        guard let packed = Data(base64Encoded: file.base64.description),
            let text = try? Gzip.decompress([UInt8](packed), limit: 1 << 20),
            let chapter = try? Chapter(
                file: file.name,
                markdown: String(decoding: text, as: UTF8.self)
            )
        else { preconditionFailure("\(file.name) is not a chapter") }
        return chapter
    }

    /// The names of all chapters, for which none has to be read.
    package static let names = EmbeddedFiles.manual.map { name(ofFile: $0.name) }

    package static func named(_ name: String) -> Chapter? { all.first { $0.name == name } }

    /// - Parameter file: The file's name, which begins with a number for the order: `01-first-day.md`.
    package init(file: String, markdown: String) throws(MarkdownError) {
        var blocks = try MarkdownReader(markdown).blocks()[...]
        guard case .title(let title)? = blocks.popFirst(),
            case .block(.paragraph(let summary))? = blocks.popFirst()
        else {
            throw MarkdownError(line: 1, reason: "a chapter begins with a title and a paragraph")
        }
        name = Self.name(ofFile: file)
        self.title = title
        self.summary = summary
        self.blocks = try blocks.map { part throws(MarkdownError) in
            guard case .block(let block) = part else {
                throw MarkdownError(line: 1, reason: "a chapter has one title")
            }
            return block
        }
    }

    /// The name of the chapter in a file: `first-day` for `01-first-day.md`.
    static func name(ofFile file: String) -> String {
        String(file.drop { $0.isNumber || $0 == "-" }.prefix { $0 != "." })
    }

    /// Its parts: what precedes the first heading, and what each heading begins.
    package var sections: [ChapterSection] {
        var sections = [ChapterSection(heading: nil, id: nil, blocks: [])]
        for block in blocks {
            if case .heading(let title, let id) = block {
                sections.append(ChapterSection(heading: title, id: id, blocks: []))
            } else {
                sections[sections.count - 1].blocks.append(block)
            }
        }
        return sections
    }
}

/// A part of a chapter with its heading.
package struct ChapterSection: Hashable, Sendable {
    /// Nil for what precedes the first heading.
    package let heading: String?
    package let id: String?
    package fileprivate(set) var blocks: [ManualBlock]
}
