import Foundation

/// What `Package.swift` says, as the package manager reads it.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let dependencies: [[String: Dependency]]

        /// A dependency is written `{"byName": ["Notes", null]}`.
        struct Dependency: Decodable {
            let name: String?

            init(from decoder: any Decoder) throws {
                guard var list = try? decoder.unkeyedContainer() else {
                    name = nil
                    return
                }
                name = try? list.decode(String.self)
            }
        }

        var dependencyNames: [String] { dependencies.flatMap(\.values).compactMap(\.name) }

        /// Every import statement below the room's folder.
        var imports: [Import] {
            get throws {
                let folder = Manifest.root.appending(path: "Sources/\(name)")
                let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
                return try names.filter { $0.hasSuffix(".swift") }.flatMap { name in
                    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                    return text.replacing(Self.elsewhere, with: "")
                        .split(separator: "\n").compactMap { Import(line: $0) }
                }
            }
        }

        /// What is compiled only where the first choice cannot be imported, on other systems.
        private static var elsewhere: Regex<Substring> { /#else\n\s*import \w+\n/ }
    }

    /// One line that imports a module.
    struct Import {
        let access: String?
        let module: String

        init?(line: Substring) {
            var words = line.split(separator: " ").map(String.init)
            guard let place = words.firstIndex(of: "import"), place <= 1, words.count > place + 1
            else { return nil }
            module = words.remove(at: place + 1)
            access = place == 1 ? words[0] : nil
        }
    }

    let targets: [Target]

    var rooms: [Target] {
        targets.filter { target in
            ["regular", "executable"].contains(target.type)
                && FileManager.default.fileExists(
                    atPath: Self.root.appending(path: "Sources/\(target.name)").path()
                )
        }
    }

    var systemLibraries: [String] { targets.filter { $0.type == "system" }.map(\.name) }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Asks the package manager, with a scratch folder of its own: the usual one is in use by the tests' own run.
    static func read() throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root.path(), "--scratch-path", scratch.path(),
            "dump-package",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let json = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Manifest.self, from: json)
    }
}
