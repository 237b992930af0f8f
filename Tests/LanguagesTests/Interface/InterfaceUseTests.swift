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
        let sources = try (Self.scripts + Self.swift).joined()
            .replacing(/\\\n\s*/, with: "").replacing("\\\"", with: "\"")
        let names = Set(LanguageTag.named.compactMap(\.englishName))

        let unused = InterfaceTexts.catalog.entries.map(\.key).filter { key in
            let parts = Format(key).pieces.compactMap { piece in
                if case .text(let part) = piece { part } else { nil }
            }
            return !names.contains(key) && !parts.allSatisfy { sources.contains($0) }
        }

        #expect(unused == [])
    }

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
