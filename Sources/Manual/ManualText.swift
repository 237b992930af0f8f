/// A piece of a line of the manual.
package enum ManualText: Hashable, Sendable {
    case plain(String)
    /// What stands on a button, in a menu or above a field.
    case name(String)
    /// What is typed: a command, a query, a key or the name of a file.
    case typed(String)
    case link(String, to: ManualLink)
}

/// Where a link of the manual leads.
package enum ManualLink: Hashable, Sendable {
    case chapter(String, heading: String?)
    /// An address of the program, from its slash on.
    case address(String)
    case web(String)
}

/// A part of a chapter, from one blank line to the next.
package enum ManualBlock: Hashable, Sendable {
    /// The heading of a section, with the name that addresses it.
    case heading(String, id: String)
    case paragraph([ManualText])
    case list([[ManualText]], isNumbered: Bool)
    case table(head: [[ManualText]], rows: [[[ManualText]]])
    case code(String)
    /// A picture's file, and what it shows.
    case picture(String, says: String)
}

extension ManualBlock {
    /// All pieces of text in it.
    package var texts: [ManualText] {
        switch self {
        case .heading(let title, _): [.plain(title)]
        case .paragraph(let texts): texts
        case .list(let items, _): Array(items.joined())
        case .table(let head, let rows): Array(head.joined()) + rows.flatMap { $0.joined() }
        case .code(let code): [.typed(code)]
        case .picture: []
        }
    }
}

extension ManualText {
    /// What is read.
    package var words: String {
        switch self {
        case .plain(let words), .name(let words), .typed(let words), .link(let words, _): words
        }
    }
}
