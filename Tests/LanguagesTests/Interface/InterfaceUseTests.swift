import Foundation
import Testing

@testable import Languages

/// Holds the catalog and the sources together, by reading both.
struct InterfaceUseTests {
    @Test func whatScriptsSayIsInTheCatalog() throws {
        let known = Set(InterfaceTexts.catalog.entries.map(\.key))
        let said = try Self.scripts.flatMap { text in
            text.matches(of: /\bphrase\(\s*"([^"]*)"/).map { String($0.1) }
        }
        let lacking = Set(said).subtracting(known).filter { $0.contains(where: \.isLetter) }

        #expect(said.count > 100)
        #expect(lacking.sorted() == [])
    }

    @Test func everyTextOfTheCatalogIsSaidSomewhere() throws {
        // A long text goes over several lines, and what is put in is an expression.
        let text = try (Self.scripts + Self.swift).joined()
            .replacing(/\\\n\s*/, with: "").replacing("\\\"", with: "\"")
            .replacing("\\\\", with: "\\")
        // Characters would be compared one by one, which takes minutes over all sources.
        let sources = Data(text.utf8)
        let names = Set(languageNames.values.map(\.english) + writtenNames.values.map(\.english))
            .union(LanguageName.ofScripts.map { "\($0) (script)" })

        let unused = InterfaceTexts.catalog.entries.map(\.key).filter { key in
            let parts = Format(key).pieces.compactMap { piece in
                if case .text(let part) = piece { part } else { nil }
            }
            return !names.contains(key)
                && !parts.allSatisfy { part in
                    part.isEmpty || sources.range(of: Data(part.utf8)) != nil
                }
        }

        #expect(unused == [])
    }

    @Test func whatSwiftSaysIsInTheCatalog() throws {
        let known = Set(InterfaceTexts.catalog.entries.map { SpokenLiterals.shape(of: $0.key) })
        let said = try Self.rooms.flatMap { room in
            try Self.files(below: room, ending: ".swift").flatMap {
                SpokenLiterals(in: $0, of: room).texts
            }
        }
        let lacking = Set(said).subtracting(known).subtracting(SpokenLiterals.saidByNobody)

        #expect(said.count > 500)
        #expect(lacking.sorted() == [])
    }

    /// The rooms in which a learner's words are written.
    private static let rooms = ["Pages", "Server", "Library", "Notes", "Exchange", "Lookup"]

    private static var scripts: [String] {
        get throws { try files(below: "Pages/Assets/js", ending: ".js") }
    }

    private static var swift: [String] {
        get throws { try files(below: "", ending: ".swift") }
    }

    private static func files(below folder: String, ending: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/\(folder)")
        return try FileManager.default.subpathsOfDirectory(atPath: root.path())
            .filter { $0.hasSuffix(ending) }.sorted()
            .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
    }
}
