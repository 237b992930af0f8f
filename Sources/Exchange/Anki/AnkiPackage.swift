internal import Compression
internal import JSON
internal import Languages
internal import Notes

/// An Anki package, `.apkg` or `.colpkg`, of any of the three versions that Anki has written.
///
/// The collection is unpacked into a temporary folder, which is deleted with this value; media are read one by one.
final class AnkiPackage: Sendable {
    /// How the parts of a package are stored.
    private enum Version: UInt64 {
        case first = 1
        case second = 2
        case latest = 3
    }

    struct Medium {
        let name: String
        fileprivate let entry: ZipArchive.Entry
    }

    /// The file's name, for errors.
    let name: String
    let collectionPath: String
    /// In the order of the package; those with impossible names are left out.
    let media: [Medium]
    /// Why media were left out, one line each.
    let leftOut: [Phrase]

    private let archive: ZipArchive
    private let version: Version
    private let folder: WorkFolder

    /// In bytes, unpacked.
    static let largestCollection = 4 << 30
    private static let largestList = 64 << 20

    /// Opens a package and unpacks its collection.
    ///
    /// - Parameter work: The folder in which to create the temporary one.
    init(path: String, name: String, in work: String) throws(ExchangeError) {
        self.name = name
        do {
            archive = try ZipArchive(path: path)
            version = try Self.version(of: archive)
            folder = try WorkFolder(in: work)
            collectionPath = "\(folder.path)/collection"
            try Self.unpack(archive, version, to: collectionPath)
            (media, leftOut) = try Self.media(of: archive, version)
        } catch {
            throw ExchangeError(error, file: name)
        }
    }

    /// The content of a medium; nil where it is larger than `limit` bytes.
    func bytes(of medium: Medium, limit: Int) throws(ExchangeError) -> [UInt8]? {
        do {
            return version == .latest
                ? try archive.readTwicePacked(medium.entry, limit: limit)
                : try archive.read(medium.entry, limit: limit)
        } catch ArchiveError.tooLarge, ArchiveError.expandsTooMuch {
            return nil
        } catch {
            throw ExchangeError(error, file: name)
        }
    }

    private static func version(of archive: ZipArchive) throws -> Version {
        if let meta = archive.entry(named: "meta") {
            let fields = ProtobufFields(try archive.read(meta, limit: 1 << 16))
            guard let fields else { throw PackageFlaw.damaged("meta") }
            guard let version = Version(rawValue: fields.number(1)) else {
                throw PackageFlaw.tooNew
            }
            return version
        }
        // NB: A package for newer versions of Anki has a `collection.anki2` that says nothing else.
        if archive.entry(named: "collection.anki21b") != nil { return .latest }
        if archive.entry(named: "collection.anki21") != nil { return .second }
        guard archive.entry(named: "collection.anki2") != nil else { throw PackageFlaw.noPackage }
        return .first
    }

    private static func unpack(
        _ archive: ZipArchive,
        _ version: Version,
        to path: String
    ) throws {
        let name =
            switch version {
            case .first: "collection.anki2"
            case .second: "collection.anki21"
            case .latest: "collection.anki21b"
            }
        guard let entry = archive.entry(named: name) else { throw PackageFlaw.noPackage }
        try archive.unpack(
            entry,
            to: path,
            isPackedTwice: version == .latest,
            limit: largestCollection
        )
    }

    private static func media(
        of archive: ZipArchive,
        _ version: Version
    ) throws -> (media: [Medium], leftOut: [Phrase]) {
        // Early packages of other programs have no list.
        guard let list = archive.entry(named: "media") else { return ([], []) }
        let names =
            version == .latest
            ? try names(inMessage: archive.readTwicePacked(list, limit: largestList))
            : try names(inJSON: archive.read(list, limit: largestList))
        var media: [Medium] = []
        var leftOut: [Phrase] = []
        for (place, name) in names.sorted(by: { $0.place < $1.place }) {
            let name = name.composed
            guard isName(name) else {
                leftOut.append(
                    "“\(name.shortened)” can’t be used as the name of a picture or sound."
                )
                continue
            }
            // A package may list what it does not hold.
            guard let entry = archive.entry(named: String(place)) else { continue }
            media.append(Medium(name: name, entry: entry))
        }
        return (media, leftOut)
    }

    private static func names(inMessage bytes: [UInt8]) throws -> [(place: Int, name: String)] {
        guard let entries = ProtobufFields(bytes)?.messages(1) else {
            throw PackageFlaw.damaged("media")
        }
        return entries.enumerated().map { ($0.offset, $0.element.text(1)) }
    }

    private static func names(inJSON bytes: [UInt8]) throws -> [(place: Int, name: String)] {
        guard !bytes.isEmpty else { return [] }
        guard let names = try? JSONCoding.decode([String: String].self, from: bytes) else {
            throw PackageFlaw.damaged("media")
        }
        return names.compactMap { place, name in Int(place).map { ($0, name) } }
    }

    /// Whether it is not a path, and short enough for any file system.
    private static func isName(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && !name.unicodeScalars.contains {
                $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control
            }
    }
}

enum PackageFlaw: Error, Hashable {
    case noPackage
    case tooNew
    case damaged(String)

    var words: Phrase {
        switch self {
        case .noPackage: "This is not an Anki package: it contains no collection."
        case .tooNew:
            "It was created by a newer version of Anki. Export it again with “Support older Anki versions” selected."
        case .damaged(let part): "The file “\(part)” inside it is damaged."
        }
    }
}
