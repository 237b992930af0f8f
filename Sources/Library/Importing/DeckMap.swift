internal import Compression
internal import Languages
internal import LibraryValues
internal import Notes
internal import Storage

/// Maps the decks of a file to those of the library, and creates those that are missing.
struct DeckMap {
    private let declared: [DeckName: ImportDeck]
    private let target: DeckName
    private let container: DeckName?
    private let moment: Moment
    private var inLibrary: [String: Deck] = [:]
    /// By their names in the file; nil for the target deck.
    private var mapped: [DeckName?: Deck] = [:]
    private(set) var created: [DeckName] = []
    private let random: RandomSource

    /// The most decks that a file creates, because pages show all decks of a library.
    private static let mostDecks = 10_000

    init(
        _ batch: ImportBatch,
        at moment: Moment,
        using random: RandomSource,
        with writer: borrowing Writer
    ) throws {
        self.random = random
        declared = Dictionary(
            batch.decks.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        target = batch.deck
        container = batch.container
        self.moment = moment
        for deck in try writer.decks() { inLibrary[deck.name.key] = deck }
    }

    /// The file that the target deck came from.
    var targetFile: ImportedFileID? { inLibrary[target.key]?.settings.file?.id }

    /// The file's settings of a deck of the library: those of a deck around its decks are empty.
    func settings(of deck: Deck) -> DeckSettings? {
        if let container { return deck.name.includes(container) ? DeckSettings() : nil }
        return declared[deck.name]?.settings
    }

    /// The deck for a name in the file, created if it does not exist.
    ///
    /// - Parameter name: Nil for the target deck.
    mutating func deck(
        _ name: DeckName?,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> Deck {
        if let deck = mapped[name] { return deck }
        let here = libraryName(name)
        let deck =
            try inLibrary[here.key]
            ?? create(here, as: name.flatMap { declared[$0] }, &recorder, with: writer)
        mapped[name] = deck
        return deck
    }

    private func libraryName(_ name: DeckName?) -> DeckName {
        guard let name else { return target }
        return container.flatMap { DeckName("\($0.text)::\(name.text)") } ?? name
    }

    private mutating func create(
        _ name: DeckName,
        as given: ImportDeck?,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws -> Deck {
        guard created.count < Self.mostDecks else {
            throw LibraryError.refused(
                "The file has more than \(String(Self.mostDecks)) decks."
            )
        }
        // One after the other, so that their order is that of the file.
        let milliseconds = moment.milliseconds + Int64(clamping: created.count)
        var deck = Deck(
            id: DeckID(at: milliseconds, using: random),
            name: name,
            settings: given?.settings ?? DeckSettings()
        )
        if let file = given?.file, let bytes = file.bytes {
            let packed = Gzip.compress(bytes, level: 1)
            deck.settings.file = try store(packed, names: file.names, with: writer)
        }
        try recorder.put(StoredDeck(deck, made: moment), with: writer)
        inLibrary[name.key] = deck
        created.append(name)
        return deck
    }

    private mutating func store(
        _ packed: [UInt8],
        names: [String: String],
        with writer: borrowing Writer
    ) throws -> ImportedFile {
        let id = ImportedFileID(at: moment.milliseconds, using: random)
        try writer.storeImportedFile(packed, as: id, at: moment)
        return ImportedFile(id: id, names: names)
    }

    /// Stores the file that the target deck now comes from.
    mutating func storeTargetFile(
        _ packed: [UInt8],
        names: [String: String],
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        let deck = try deck(nil, &recorder, with: writer)
        let file = try store(packed, names: names, with: writer)
        try recorder.edit(deck.id, at: moment, with: writer) { $0.settings.file = file }
    }

    /// Records the edition that the target deck holds now.
    mutating func take(
        _ edition: TakenEdition,
        _ recorder: inout ChangeRecorder,
        with writer: borrowing Writer
    ) throws {
        let deck = try deck(nil, &recorder, with: writer)
        try recorder.edit(deck.id, at: moment, with: writer) { $0.settings.edition = edition }
    }

    /// The deck for a name in the file, if it exists.
    func existing(_ name: DeckName?) -> DeckID? { inLibrary[libraryName(name).key]?.id }

    /// The target deck and those inside it, if they exist.
    var targetDecks: Set<DeckID> {
        Set(inLibrary.values.lazy.filter { target.includes($0.name) }.map(\.id))
    }

    /// Whether a deck is that of another class than the target deck, or inside it.
    func isOfAnotherClass(_ id: DeckID) -> Bool {
        guard let deck = inLibrary.values.first(where: { $0.id == id }) else { return false }
        return inLibrary.values.contains { other in
            other.settings.edition != nil && other.name.key != target.key
                && other.name.includes(deck.name)
        }
    }

    /// Whether a deck is in use, rather than in the bin.
    func contains(_ id: DeckID) -> Bool { inLibrary.values.contains { $0.id == id } }
}
