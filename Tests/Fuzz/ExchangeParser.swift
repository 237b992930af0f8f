import Compression
import FoundationEssentials
import LibraryValues
import Notes
import Recall

@testable import Exchange

/// The parsers of untrusted files.
enum ExchangeParser {
    /// A zip archive, perhaps an Anki package.
    case archive
    case zstandard
    /// Protocol Buffers.
    case message
    /// The database in an Anki package.
    case collection
    /// A table or list as text.
    case text
    /// The stored data of Anki's cards and answers.
    case kept
    /// Omena's own JSON.
    case library
    /// What the process that reads a file says.
    case answer
    /// What that process is asked to open.
    case opening

    /// Parses some bytes, and returns whether they are valid.
    func reads(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .archive: (try? Self.withFile(of: bytes) { try Self.readPackage(at: $0) }) != nil
        case .zstandard: Self.unpacks(bytes)
        case .message: ProtobufFields(bytes).map { $0.messages(1) ?? [] } != nil
        case .collection: (try? Self.readCollection(bytes)) != nil
        case .text: Self.readsText(bytes)
        case .kept: Self.isKept(String(decoding: bytes, as: UTF8.self))
        case .library:
            (try? Self.withFile(of: bytes) { path in
                try Self.read(
                    JSONLibraryReader(path: path, name: "file").batch(into: nil, update: .newer)
                )
            }) != nil
        case .answer: Self.isAnswer(bytes)
        case .opening: Self.isOpening(bytes)
        }
    }

    /// Of a file, and then of its items.
    private static func isAnswer(_ bytes: [UInt8]) -> Bool {
        var decoder = MessageDecoder(bytes)
        do {
            _ = try decoder.openedFile(
                named: "file",
                [],
                media: { _, _ in nil },
                items: { _, _ in }
            )
            while !decoder.isAtEnd { _ = try decoder.item() }
            return true
        } catch {
            return false
        }
    }

    /// Checks that a request that was read is the same when it is read again.
    private static func isOpening(_ bytes: [UInt8]) -> Bool {
        guard let request = try? OpeningRequest(bytes, of: "file") else { return false }
        let again = try? OpeningRequest(request.message, of: "file")
        precondition(again?.options.names == request.options.names)
        precondition(again?.context.stored?.names == request.context.stored?.names)
        precondition(again?.withoutNames.message == request.withoutNames.message)
        return true
    }

    private static func withFile(of bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "omena-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try body(path)
    }

    private static func readPackage(at path: String) throws {
        let work = FileManager.default.temporaryDirectory.path
        let package = try AnkiPackage(path: path, name: "file", in: work)
        let reader = try AnkiReader(package, offset: 0, rollover: 4)
        try read(reader.batch(into: nil, update: .newer))
    }

    private static func readCollection(_ bytes: [UInt8]) throws {
        try withFile(of: []) { path in
            try FileManager.default.removeItem(atPath: path)
            let archive = try ZipWriter(path: path)
            try archive.add(bytes, named: "collection.anki21", isPacked: false)
            try archive.finish()
            try readPackage(at: path)
        }
    }

    /// Reads all that an import reads.
    private static func read(_ batch: ImportBatch) throws {
        let rules = ImportRules(model: MemoryModel(), settings: StudySettings())
        try batch.items(rules) { _ in }
        guard let media = batch.media else { return }
        for name in media.names { _ = try media.read(name, 1 << 20) }
    }

    private static func unpacks(_ bytes: [UInt8]) -> Bool {
        let unpacker = ZstdDecompressor(named: "file", limit: 1 << 20)
        return (try? bytes.withUnsafeBytes { try unpacker.take($0) { _ in } }) != nil
    }

    /// Checks that what was read can be written and read again.
    private static func readsText(_ bytes: [UInt8]) -> Bool {
        let file = SourceFile.sent(name: "file", bytes)
        guard let table = try? TextTable(ImportOptions(file: file), isList: true) else {
            return false
        }
        var writer = DelimitedWriter(separator: .tab)
        let records = Array(table.records)
        for record in records { writer.write(record.fields) }
        let again = Array(DelimitedText(writer.bytes, separator: .tab))
        precondition(again.map(\.fields) == records.map(\.fields))
        return true
    }

    private static func isKept(_ json: String) -> Bool {
        guard let kept = StoredList<SIMD16<Int64>>(json) else { return false }
        guard let text = kept.text else { return true }
        let again = StoredList<SIMD16<Int64>>(StoredList<SIMD16<Int64>>.json(kept.numbers, text))
        precondition(again?.numbers == kept.numbers && again?.text == text)
        return true
    }
}

extension OpeningRequest {
    /// Without what has no order.
    fileprivate var withoutNames: OpeningRequest {
        var request = self
        request.options.names = [:]
        request.context.stored?.names = [:]
        return request
    }
}
