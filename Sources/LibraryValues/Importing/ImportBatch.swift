package import Languages
package import Notes
package import Recall

/// The content of a file: everything known when it is opened, and its items, which are read while they are imported.
package struct ImportBatch: Sendable {
    /// Hands over the items one by one, always in the same order; throws where the file is broken.
    ///
    /// It runs on a thread of its own, and again where notes have to be merged into notes that exist.
    package typealias Items =
        @Sendable (ImportRules, _ body: (ImportItem) throws -> Void) throws -> Void

    /// The file's name.
    package var file: String
    /// The deck for notes that name none.
    package var deck: DeckName
    /// The deck that all decks of the file are put into; nil to leave them where they are.
    package var container: DeckName?
    package var update: UpdateRule
    /// How far the learner's clock is ahead of UTC, in minutes.
    package var timeZoneOffset = 0
    /// Whether it is a whole collection, with decks and review logs of its own.
    package var isCollection = false
    package var decks: [ImportDeck] = []
    package var types: [ImportNoteType] = []
    package var settings: StudySettings?
    package var parameters: Parameters?
    package var media: ImportMedia?
    /// The file itself, to be stored with `deck`.
    package var storedFile: ImportFile?
    /// Nil for a file.
    package var edition: ImportEdition?
    /// The number of notes, which may be an upper bound.
    package let noteCount: Int
    package let items: Items

    package init(
        file: String,
        into deck: DeckName,
        noteCount: Int,
        update: UpdateRule = .newer,
        items: @escaping Items
    ) {
        self.file = file
        self.deck = deck
        self.update = update
        self.noteCount = noteCount
        self.items = items
    }

    /// - Parameter leftOut: Why parts of the file were left out, one line each.
    package init(
        file: String,
        into deck: DeckName,
        notes: [ImportNote],
        update: UpdateRule = .newer,
        leftOut: [Phrase] = []
    ) {
        self.init(file: file, into: deck, noteCount: notes.count, update: update) { _, body in
            for note in notes { try body(.note(note)) }
            for line in leftOut { try body(.leftOut(line)) }
        }
    }
}

package enum ImportItem: Sendable {
    /// A note type that later notes refer to.
    case type(ImportNoteType)
    case note(ImportNote)
    /// Why part of the file was left out, in one line.
    case leftOut(Phrase)
}

/// What happens to an existing note when a file contains it again.
package enum UpdateRule: String, CaseIterable, Codable, Sendable {
    /// The note changes where the file is newer; a file without dates counts as newer.
    case newer
    case always
    case never
}

/// What a reader needs to know of the library to tell a card's state.
package struct ImportRules: Sendable {
    package let model: MemoryModel
    package let settings: StudySettings

    package init(model: MemoryModel, settings: StudySettings) {
        self.model = model
        self.settings = settings
    }
}

package struct ImportDeck: Sendable {
    package var name: DeckName
    package var settings: DeckSettings
    package var file: ImportFile?
    /// Whether it is created only if it is not empty, such as the default deck of every Anki collection.
    package var isOptional = false

    package init(name: DeckName, settings: DeckSettings = DeckSettings()) {
        self.name = name
        self.settings = settings
    }
}

/// The file that a deck's notes came from, stored so that it can be exported again unchanged.
package struct ImportFile: Sendable {
    /// Nil where the stored file has the same content.
    package var bytes: [UInt8]?
    /// Languages by the names that the file has for them.
    package var names: [String: String]
    /// The stored file that the notes were compared with.
    package var base: ImportedFileID?

    package init(bytes: [UInt8]?, names: [String: String] = [:], base: ImportedFileID? = nil) {
        self.bytes = bytes
        self.names = names
        self.base = base
    }
}

package struct ImportNoteType: Sendable {
    /// How the notes of the file refer to it.
    package var key: NoteTypeID
    package var type: NoteType

    /// - Parameter key: Nil where notes refer to the type by its own id.
    package init(_ type: NoteType, key: NoteTypeID? = nil) {
        self.key = key ?? type.id
        self.type = type
    }
}

/// The pictures and sounds of a file.
package struct ImportMedia: Sendable {
    package var names: [String]
    /// Reads one; nil where it is larger than `limit` bytes.
    package var read: @Sendable (_ name: String, _ limit: Int) throws -> [UInt8]?

    package init(
        names: [String],
        read: @escaping @Sendable (_ name: String, _ limit: Int) throws -> [UInt8]?
    ) {
        self.names = names
        self.read = read
    }
}
