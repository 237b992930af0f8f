internal import Markup
internal import Notes
internal import Sodium
internal import Storage

/// The style sheets of note types, each sanitized once.
struct FaceSheets {
    private var versions: [NoteTypeID: String?] = [:]

    /// Sanitizes both sides of a card if its type is written in HTML.
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

    /// The sanitized style sheet of a note type; empty where the cards get Omena's look.
    static func sheet(
        of type: NoteType,
        with reader: borrowing some Reading & ~Copyable
    ) throws -> String {
        if type.hasStockLook { return "" }
        return try MarkupCleaner.clean(sheet: type.css, lookup: reader.mediaLookup)
    }

    /// Identifies the content of a style sheet.
    static func version(of sheet: String) -> String {
        String(Digest(of: sheet.utf8).description.prefix(16))
    }
}

extension SideMarkup {
    /// Replaces the HTML by its sanitized form.
    fileprivate mutating func clean(with reader: borrowing some Reading & ~Copyable) throws {
        clean = try MarkupCleaner.clean(html, lookup: reader.mediaLookup)
        html = ""
    }

    /// Sanitizes the HTML of a type that is not saved yet, including its style sheet, which has no address.
    fileprivate mutating func clean(
        with css: String,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        try clean(with: reader)
        clean?.sheets.insert(css, at: 0)
    }
}

extension CardSides {
    /// Sanitizes the HTML in the sample of a note type that is being edited, and finds its pictures and sounds.
    mutating func showDraft(
        of type: NoteType,
        with reader: borrowing some Reading & ~Copyable
    ) throws {
        let css = try FaceSheets.sheet(of: type, with: reader)
        try front.markup?.clean(with: css, reader)
        try back.markup?.clean(with: css, reader)
        try front.showMedia { try reader.mediaHash(of: $0) }
        try back.showMedia { try reader.mediaHash(of: $0) }
    }
}
