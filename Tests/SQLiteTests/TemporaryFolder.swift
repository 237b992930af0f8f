import Foundation

/// A folder of its own for one test, gone with the value.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "omena-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { url.appending(path: name).path() }

    /// Every file in the folder and its content.
    var contents: [String: Data] {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: url.path())
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, try Data(contentsOf: url.appending(path: name)))
                }
            )
        }
    }
}
