internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall

/// Everything that a child tells of a file before its items.
extension MessageEncoder {
    mutating func write(_ opened: OpenedFile) {
        let batch = opened.batch
        write(batch.deck.text)
        write(optional: batch.container) { $0.write($1.text) }
        write(batch.update.rawValue)
        write(batch.isCollection)
        write(all: batch.decks) { encoder, deck in
            encoder.write(deck.name.text)
            encoder.write(json: deck.settings)
            encoder.write(optional: deck.file) { $0.write($1) }
            encoder.write(deck.isOptional)
        }
        write(all: batch.types) { $0.write($1) }
        write(optional: batch.settings) { $0.write(json: $1) }
        write(optional: batch.parameters) { $0.write(json: $1.values) }
        write(optional: batch.media?.names) { $0.write(all: $1) { $0.write($1) } }
        write(optional: batch.storedFile) { $0.write($1) }
        write(batch.noteCount)
        write(all: opened.localizations) { encoder, localization in
            encoder.write(localization.name)
            encoder.write(optional: localization.language) { $0.write($1.text) }
        }
        write(optional: opened.columns) { $0.write($1) }
    }

    mutating func write(_ file: ImportFile) {
        write(optional: file.bytes) { $0.write($1) }
        write(file.names)
        write(optional: file.base) { $0.write($1.rawValue) }
    }

    private mutating func write(_ columns: TextColumns) {
        write(columns.layout.name)
        write(columns.encoding.rawValue)
        write(columns.hasHeaderRow)
        write(json: columns.type)
        write(all: columns.columns) { encoder, column in
            encoder.write(column.name)
            if case .field(let field) = column.use {
                encoder.write(true)
                encoder.write(field)
            } else {
                encoder.write(false)
                encoder.write(column.use.text(in: columns.type))
            }
            encoder.write(all: column.samples) { $0.write($1) }
        }
    }
}

extension MessageDecoder {
    /// - Parameters:
    ///   - types: The library's note types, which a child was told.
    ///   - media: Reads a picture or sound.
    ///   - items: Reads all items.
    mutating func openedFile(
        named name: String,
        _ types: [NoteType],
        media: @escaping @Sendable (_ name: String, _ limit: Int) throws -> [UInt8]?,
        items: @escaping ImportBatch.Items
    ) throws(Malformed) -> OpenedFile {
        let deck = try deck()
        let container = try optional { decoder throws(Malformed) in try decoder.deck() }
        guard let update = UpdateRule(rawValue: try text()) else { throw Malformed() }
        let isCollection = try flag()
        let decks = try all { decoder throws(Malformed) in try decoder.importDeck() }
        let noteTypes = try all { decoder throws(Malformed) in try decoder.type() }
        let settings = try optional { decoder throws(Malformed) in
            try decoder.json(StudySettings.self)
        }
        let parameters = try optional { decoder throws(Malformed) in try decoder.parameters() }
        let mediaNames = try optional { decoder throws(Malformed) in try decoder.texts() }
        let storedFile = try optional { decoder throws(Malformed) in try decoder.importFile() }
        let noteCount = try int()
        // Notes without a date get successive ones, the last of which is now.
        guard (0...1 << 32).contains(noteCount) else { throw Malformed() }
        var batch = ImportBatch(
            file: name,
            into: deck,
            noteCount: noteCount,
            update: update,
            items: items
        )
        batch.container = container
        batch.isCollection = isCollection
        batch.decks = decks
        batch.types = noteTypes
        batch.settings = settings
        batch.parameters = parameters
        batch.media = mediaNames.map { ImportMedia(names: $0, read: media) }
        batch.storedFile = storedFile
        var opened = OpenedFile(batch: batch)
        for _ in 0..<(try count()) {
            let name = try text()
            let language = try optional { decoder throws(Malformed) in try decoder.language() }
            opened.localizations.append((name, language))
        }
        opened.columns = try optional { decoder throws(Malformed) in
            try decoder.textColumns(types)
        }
        return opened
    }

    private mutating func importDeck() throws(Malformed) -> ImportDeck {
        let name = try deck()
        var deck = ImportDeck(name: name, settings: try json(DeckSettings.self))
        deck.file = try optional { decoder throws(Malformed) in try decoder.importFile() }
        deck.isOptional = try flag()
        return deck
    }

    mutating func importFile() throws(Malformed) -> ImportFile {
        ImportFile(
            bytes: try optional { decoder throws(Malformed) in try decoder.content() },
            names: try names(),
            base: try optional { decoder throws(Malformed) in
                ImportedFileID(rawValue: try decoder.number())
            }
        )
    }

    mutating func parameters() throws(Malformed) -> Parameters {
        guard let parameters = try? Parameters(try json([Double].self)) else { throw Malformed() }
        return parameters
    }

    private mutating func texts() throws(Malformed) -> [String] {
        try all { decoder throws(Malformed) in try decoder.text() }
    }

    private mutating func textColumns(_ types: [NoteType]) throws(Malformed) -> TextColumns {
        guard let layout = TextLayout(named: try text()),
            let encoding = TextEncoding(rawValue: try text())
        else { throw Malformed() }
        let hasHeaderRow = try flag()
        let type = try json(NoteType.self)
        let columns = try all { decoder throws(Malformed) in
            TextColumns.Column(
                name: try decoder.text(),
                use: try decoder.columnUse(),
                samples: try decoder.texts()
            )
        }
        return TextColumns(
            layout: layout,
            encoding: encoding,
            hasHeaderRow: hasHeaderRow,
            type: type,
            types: types,
            columns: columns
        )
    }

    private mutating func columnUse() throws(Malformed) -> ColumnUse {
        if try flag() { return .field(try field()) }
        guard let use = ColumnUse.special(try text()) else { throw Malformed() }
        return use
    }
}
