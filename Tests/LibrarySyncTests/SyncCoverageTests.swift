import Foundation
import TestLibrary
import Testing

/// Histories do everything that a library can do.
struct SyncCoverageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let package = folder.appending(path: "../..").standardized

    /// What only reads or derives, is done to a file that is not open, or is `importNotes` of a file.
    private static let reading: Set = [
        "cards", "checkPresence", "classDecks", "classPack", "classProgress", "clients",
        "connectSettings",
        "connectedNotes", "copyForSharing", "countOfPagesToMerge", "deck", "deckSizes", "deleteAll",
        "diskProblems", "draft",
        "dueFits", "exportCatalog", "exportFile", "exportMedia",
        "exportNotes", "exportPlaces", "facts", "fillableForm", "firstMoment", "freeDeckName",
        "hasDuplicate",
        "importFile", "inspect", "isPresent", "knownClient", "lacking", "languages", "latestChange",
        "latestUndone", "learnersOffset", "listedTags", "log", "lookupKey", "lookupSettings",
        "mapSettings",
        "markAsMissing", "media",
        "mediaNames", "medium", "namedMedia", "needsIndexing", "noteRow", "notesWithPrompt",
        "outcomes",
        "outlook", "overview", "parameters", "path", "peer", "peers", "placeNote", "placeNotes",
        "preview", "reviewCounts", "reviewLog", "reviews", "schedulerOverview", "search",
        "setSharedMark", "sharedMark", "sheet", "statistics", "storedFile",
        "temporaryFile", "testRestore", "tomorrow", "types", "workFolder",
    ]

    @Test func historiesCallEverythingThatChangesALibrary() throws {
        let names = try Self.text(in: Self.package.appending(path: "Sources/Library"))
            .flatMap(Self.methods)
        let histories =
            try Self.text(in: Self.folder) { $0.contains(/^Sync(History|Replica)/) }
            + Self.text(in: Self.package.appending(path: "Tests/TestLibrary")) {
                $0 == "RandomChanges.swift"
            }
        let called = Set(
            histories.joined().matches(of: /[lL]ibrary\.(\w+)/).map { String($0.1) }
        )

        #expect(names.count > 100)
        #expect(Set(names).subtracting(Self.reading).subtracting(called).sorted() == [])
        #expect(Self.reading.subtracting(names).sorted() == [])
    }

    private static func text(
        in folder: URL,
        _ isWanted: (String) -> Bool = { $0.hasSuffix(".swift") }
    ) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        return try names.filter(isWanted).map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
    }

    /// The names of the methods of `Library` that other modules may call.
    private static func methods(in source: String) -> [String] {
        var names: [String] = []
        var isLibrary = false
        // Outside the loop, because a literal is parsed each time it is reached.
        let type = /([a-z]+ )*(extension|class|struct|enum|protocol) .*/
        let library = /(extension|class) Library\b/
        let method = /^    package (static )?func (\w+)/
        for line in source.split(separator: "\n") {
            if line.wholeMatch(of: type) != nil { isLibrary = line.contains(library) }
            guard isLibrary, let found = line.firstMatch(of: method) else { continue }
            names.append(String(found.2))
        }
        return names
    }
}
