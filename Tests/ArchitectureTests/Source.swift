import Foundation

/// A Swift file in `Sources`.
struct Source {
    /// The path below `Sources`, such as `Notes/Cards/Face.swift`.
    let path: String
    let text: String
    let imports: [Import]

    /// The names of the types that are declared outside any other.
    let topLevelTypes: [String]

    var module: String { String(path.prefix { $0 != "/" }) }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        let lines = Self.lines(of: text)
        // Imports end where declarations begin. After `#else` stands one for systems that lack the module before it.
        let head = lines.prefix { !Self.isTopLevel($0) || Import(line: $0) != nil }
        imports = zip([""] + head, head).compactMap { previous, line in
            previous.hasPrefix("#else") ? nil : Import(line: line)
        }
        topLevelTypes = lines.filter(Self.isTopLevel)
            .compactMap { $0.prefixMatch(of: Self.declaration) }
            .map { String($0.1) }
    }

    /// Stored, as all regular expressions that are used often are, because a literal is parsed each time it is reached.
    nonisolated(unsafe) private static let declaration =
        /(?:@\S+ )*(?:[a-z]+ )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/

    static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Whether a line begins with a letter or an attribute.
    private static func isTopLevel(_ line: Substring) -> Bool {
        guard let first = line.utf8.first else { return false }
        return first == UInt8(ascii: "@") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= first
    }

    /// A line that imports a module.
    struct Import {
        let access: String?
        let module: String

        init?(line: Substring) {
            guard let match = line.prefixMatch(of: Self.statement) else { return nil }
            access = match.1.map(String.init)
            module = String(match.2)
        }

        nonisolated(unsafe) private static let statement =
            /\s*(?:@\w+ )?(?:(\w+) )?import (?:(?:func|struct|class|enum) )?(\w+)/
    }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All of `Sources`, read once for all tests.
    static let all = Result { try readAll() }

    private static func readAll() throws -> [Source] {
        let folder = root.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            return Source(path: path, text: text)
        }
    }
}
