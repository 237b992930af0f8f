import Foundation

/// The manifest of this package, as `swift package dump-package` prints it.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let path: String?
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

        var dependencyNames: Set<String> { Set(dependencies.flatMap(\.values).compactMap(\.name)) }
    }

    let targets: [Target]

    /// The targets in `Sources` that are written in Swift.
    var modules: [Target] {
        targets.filter { $0.path == nil && ["regular", "executable"].contains($0.type) }
    }

    var systemLibraries: [String] { targets.filter { $0.type == "system" }.map(\.name) }

    /// Read once for all tests, because the package manager needs seconds for it on a busy machine.
    static let current = Result { try read() }

    /// Runs the package manager with a scratch folder of its own, because a test run holds a lock on the usual one.
    private static func read() throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", Source.root.path(), "--scratch-path",
            scratch.path(), "dump-package",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let json = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Manifest.self, from: json)
    }
}
