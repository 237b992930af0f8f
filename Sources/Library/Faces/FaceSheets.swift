internal import Markup
internal import Notes
internal import Sodium
internal import Storage

/// The sheets of the note types of one deal, each cleaned once.
struct FaceSheets {
    private var versions: [NoteTypeID: String?] = [:]

    /// Cleans both sides of a card where their type is written in HTML.
    mutating func clean(
        _ sides: inout CardSides,
        with reader: borrowing some Reading & ~Copyable
    ) throws {
        try clean(&sides.front.markup, with: reader)
        try clean(&sides.back.markup, with: reader)
    }

    private mutating func clean(
        _ markup: inout SideMarkup?,
        with reader: borrowing some Reading & ~Copyable
    ) throws {
        guard let own = markup else { return }
        try markup?.clean(with: reader)
        if versions[own.type] == nil {
            let sheet = try reader.noteType(own.type).map { try Self.sheet(of: $0, with: reader) }
            versions[own.type] = .some(sheet.flatMap { $0.isEmpty ? nil : Self.version(of: $0) })
        }
        markup?.sheet = versions[own.type] ?? nil
    }

    /// The sheet of a note type, cleaned.
    static func sheet(
        of type: NoteType,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> String {
        try MarkupCleaner.clean(sheet: type.css) { try reader.mediaHash(of: $0) }
    }

    /// Names a sheet by what is in it.
    static func version(of sheet: String) -> String {
        String(Digest(of: sheet.utf8).description.prefix(16))
    }
}

extension SideMarkup {
    /// Looks at the HTML; what was cleaned is all that anybody needs from then on.
    fileprivate mutating func clean(with reader: borrowing some Reading & ~Copyable) throws {
        clean = try MarkupCleaner.clean(html) { try reader.mediaHash(of: $0) }
        html = ""
    }

    /// Looks at the HTML of a type that is not saved yet: its sheet has no address, and comes along.
    fileprivate mutating func clean(
        with css: String,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        try clean(with: reader)
        clean?.sheets.insert(css, at: 0)
    }
}

extension CardSides {
    /// Cleans what is HTML in a sample of a note type that is being written.
    mutating func showDraft(
        of type: NoteType,
        with reader: borrowing some Reading & ~Copyable
    ) throws {
        let css = try FaceSheets.sheet(of: type, with: reader)
        try front.markup?.clean(with: css, reader)
        try back.markup?.clean(with: css, reader)
    }
}
