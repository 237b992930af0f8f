package import Foundation

/// A folder for one test, deleted with the value.
package final class TemporaryFolder {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "omena-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { "\(url.path(percentEncoded: false))/\(name)" }

    /// Creates a file.
    package func write(_ content: some Sequence<UInt8>, to name: String) throws {
        try Data(content).write(to: url.appending(path: name))
    }

    /// The content of every file by name; empty for a subfolder.
    package var contents: [String: Data] {
        get throws {
            var contents: [String: Data] = [:]
            for name in try FileManager.default.subpathsOfDirectory(atPath: path("")) {
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
                contents[name] =
                    isFolder.boolValue
                    ? Data() : try Data(contentsOf: URL(filePath: path(name)))
            }
            return contents
        }
    }
}
