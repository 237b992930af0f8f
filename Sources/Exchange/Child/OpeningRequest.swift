internal import Languages
internal import LibraryValues
internal import Notes

/// What a process asks its child to open; the file itself is passed as a descriptor.
struct OpeningRequest {
    var options: ImportOptions
    var context: FileContext
    /// In which what is wrong with the file is told.
    var language: InterfaceLanguage

    /// What `FileKind` is called in a message.
    private static func name(of kind: FileKind) -> String {
        switch kind {
        case .stringCatalog: "catalog"
        case .ankiPackage: "package"
        case .text(let isList): isList ? "list" : "table"
        case .library: "library"
        case .places(let format): format.rawValue
        case .savedCards: "cards"
        }
    }

    private static func kind(named name: String) -> FileKind? {
        switch name {
        case "catalog": .stringCatalog
        case "package": .ankiPackage
        case "list": .text(isList: true)
        case "table": .text(isList: false)
        case "library": .library
        case "cards": .savedCards
        default: PlaceFormat(rawValue: name).map { .places($0) }
        }
    }

    var message: [UInt8] {
        var encoder = MessageEncoder()
        encoder.write(language.rawValue)
        encoder.write(options.file.name)
        encoder.write(optional: options.deck) { $0.write($1.text) }
        encoder.write(options.names)
        encoder.write(optional: options.update) { $0.write($1.rawValue) }
        encoder.write(optional: options.text.layout) { $0.write($1.name) }
        encoder.write(optional: options.text.encoding) { $0.write($1.rawValue) }
        encoder.write(optional: options.text.hasHeaderRow) { $0.write($1) }
        encoder.write(optional: options.text.type) { $0.write($1) }
        encoder.write(options.timeZoneOffset)
        encoder.write(Self.name(of: context.kind))
        encoder.write(context.rollover)
        encoder.write(context.workFolder)
        encoder.write(json: context.types)
        encoder.write(optional: context.stored) { $0.write($1) }
        return encoder.bytes
    }

    /// - Parameter path: Where the file can be opened.
    init(_ message: [UInt8], of path: String) throws(MessageDecoder.Malformed) {
        typealias Malformed = MessageDecoder.Malformed
        var decoder = MessageDecoder(message)
        guard let language = InterfaceLanguage(rawValue: try decoder.text()) else {
            throw Malformed()
        }
        self.language = language
        let file = SourceFile.disk(DiskFile(path, named: try decoder.text()))
        let deck = try decoder.optional { decoder throws(Malformed) in try decoder.deck() }
        let names = try decoder.names()
        let update = try decoder.optional { decoder throws(Malformed) in try decoder.text() }
        let layout = try decoder.optional { decoder throws(Malformed) in try decoder.text() }
        let encoding = try decoder.optional { decoder throws(Malformed) in try decoder.text() }
        let text = TextOptions(
            layout: layout.flatMap { TextLayout(named: $0) },
            encoding: encoding.flatMap { TextEncoding(rawValue: $0) },
            hasHeaderRow: try decoder.optional { decoder throws(Malformed) in try decoder.flag() },
            type: try decoder.optional { decoder throws(Malformed) in try decoder.text() }
        )
        options = ImportOptions(
            file: file,
            deck: deck,
            names: names,
            update: update.flatMap { UpdateRule(rawValue: $0) },
            text: text,
            timeZoneOffset: try decoder.int()
        )
        guard let kind = Self.kind(named: try decoder.text()) else { throw Malformed() }
        context = FileContext(kind: kind)
        context.rollover = try decoder.int()
        context.workFolder = try decoder.text()
        context.types = try decoder.json([NoteType].self)
        context.stored = try decoder.optional { decoder throws(Malformed) in
            try decoder.importFile()
        }
    }

    init(_ options: ImportOptions, _ context: FileContext) {
        self.options = options
        self.context = context
        language = .current
    }
}
