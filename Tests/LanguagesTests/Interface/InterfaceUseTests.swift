import Foundation
import Glibc
import Testing

@testable import Languages

/// Compares the catalog with the texts in the sources.
struct InterfaceUseTests {
    @Test func textsOfScriptsAreInTheCatalog() throws {
        let known = Set(InterfaceTexts.catalog.entries.map(\.key))
        let texts = try Self.scripts.flatMap { text in
            // A page has only the phrases that the build finds, on the line of the call.
            #expect(!text.contains(/\bphrase\(\s*\n/))
            return text.matches(of: /\bphrase\(\s*"([^"]*)"/).map { String($0.1) }
        }
        let missing = Set(texts).subtracting(known).filter { $0.contains(where: \.isLetter) }

        #expect(texts.count > 100)
        #expect(missing.sorted() == [])
    }

    @Test func everyTextOfTheCatalogIsUsed() throws {
        // Bytes, because comparing Characters takes minutes for all sources.
        let sources =
            try (Self.scripts + Self.swift).flatMap(Self.unescaped)
            .map(CChar.init(bitPattern:)) + [0]
        let names = Set(languageNames.values.map(\.english) + namesWithScript.values.map(\.english))
            .union(scriptNames.values.map { "\($0.english) (script)" })
            .union(generalScriptNames.values.map { "\($0) (script)" })

        let unused = InterfaceTexts.catalog.entries.map(\.key).filter { key in
            let parts = Format(key).pieces.compactMap { piece in
                if case .text(let part) = piece { part } else { nil }
            }
            return !names.contains(key)
                && !parts.allSatisfy { part in
                    part.isEmpty || Self.contains(sources, Array(String(part).utf8CString))
                }
        }

        #expect(unused == [])
    }

    @Test func textsOfSwiftAreInTheCatalog() throws {
        let known = Set(
            InterfaceTexts.catalog.entries.map { LocalizableLiterals.shape(of: $0.key) }
        )
        let texts = try Self.modules.flatMap { module in
            try Self.files(below: module, ending: ".swift").flatMap {
                LocalizableLiterals(in: $0, of: module).texts
            }
        }
        let missing = Set(texts).subtracting(known).subtracting(LocalizableLiterals.notLocalized)

        #expect(texts.count > 500)
        #expect(missing.sorted() == [])
    }

    /// Such as the columns of a table.
    @Test func listsOfPhrasesAreInTheCatalog() throws {
        let known = Set(
            InterfaceTexts.catalog.entries.map { LocalizableLiterals.shape(of: $0.key) }
        )
        let lists = try Self.files(below: "Pages", ending: ".swift").flatMap { text in
            text.matches(of: /(?:\[Phrase\] (?:= )?\{?|columns:)\s*\[([^\[\]]*)\]/).map(\.1)
        }
        let texts = lists.flatMap { $0.matches(of: /"([^"\\]+)"/).map { String($0.1) } }

        #expect(texts.count > 50)
        #expect(Set(texts).subtracting(known).sorted() == [])
    }

    /// Also those in lower case, which do not look like sentences.
    @Test func labelsAreInTheCatalog() throws {
        let known = Set(InterfaceTexts.catalog.entries.map(\.key))
        let label = /\b(?:hint|heading|object|label|saveLabel|deleteLabel|words): "([^"\\]+)"/
        let texts = try Self.files(below: "Pages", ending: ".swift").flatMap { text in
            text.matches(of: label).map { String($0.1) }
        }

        #expect(texts.count > 50)
        #expect(Set(texts).subtracting(known).sorted() == [])
    }

    /// The bytes of a source whose literals read as they are shown: a long one may span several lines.
    private static func unescaped(_ source: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(source.utf8)[...]
        bytes.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.first else {
                bytes.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "\n"):
                rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(next)
                rest = rest.dropFirst()
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    /// Whether bytes that end with zero contain others that do.
    private static func contains(_ bytes: [CChar], _ part: [CChar]) -> Bool {
        strstr(bytes, part) != nil
    }

    /// The modules that contain texts for learners.
    private static let modules = [
        "Pages", "Vault", "Server", "Library", "Notes", "Exchange", "Lookup",
    ]

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
