internal import Languages
package import Library
package import Notes

/// A file that is to be imported, and how.
package struct ImportOptions: Sendable {
    /// Where it comes from.
    package var file: SourceFile
    /// The deck that notes go into which name no other; nil for what the file says, or is called.
    package var deck: DeckName?
    /// What names in the file stand for: languages of a catalog, columns of a text.
    package var names: [String: String]
    /// What becomes of notes that are there already; nil for what the file says, or else `newer`.
    package var update: UpdateRule?
    /// How a text is to be read.
    package var text: TextOptions

    /// Puts an order together.
    package init(
        file: SourceFile,
        deck: DeckName? = nil,
        names: [String: String] = [:],
        update: UpdateRule? = nil,
        text: TextOptions = TextOptions()
    ) {
        self.file = file
        self.deck = deck
        self.names = names
        self.update = update
        self.text = text
    }

    /// The same for a file that was sent.
    package init(
        name: String,
        bytes: [UInt8],
        deck: DeckName? = nil,
        names: [String: String] = [:],
        update: UpdateRule? = nil,
        text: TextOptions = TextOptions()
    ) {
        self.init(
            file: .sent(name: name, bytes),
            deck: deck,
            names: names,
            update: update,
            text: text
        )
    }

    /// The deck that is named, or else one of the file's name.
    func deckOrName() throws(ExchangeError) -> DeckName {
        if let deck { return deck }
        let stem = file.name.split(separator: ".").first ?? ""
        guard let deck = DeckName(stem) else { throw .noDeckNamed(file: file.name) }
        return deck
    }
}

/// Where a file lies that is to be read.
package enum SourceFile: Sendable {
    /// It was sent, and is in memory.
    case sent(name: String, [UInt8])
    /// It lies on the disk.
    case disk(DiskFile)

    /// What it is called, without its folder.
    package var name: String {
        switch self {
        case .sent(let name, _): name
        case .disk(let file): file.name
        }
    }

    /// All that is in it, if that is no more than `limit` bytes.
    package func read(atMost limit: Int) throws(ExchangeError) -> [UInt8] {
        switch self {
        case .sent(let name, let bytes):
            guard bytes.count <= limit else {
                throw .file(name, reason: "larger than \(String(limit >> 20)) MiB")
            }
            return bytes
        case .disk(let file): return try file.read(atMost: limit)
        }
    }

    /// Its first bytes, which may tell what it is.
    func start() throws(ExchangeError) -> [UInt8] {
        switch self {
        case .sent(_, let bytes): Array(bytes.prefix(Self.startLength))
        case .disk(let file): try file.start(Self.startLength)
        }
    }

    private static let startLength = 4_096
}
