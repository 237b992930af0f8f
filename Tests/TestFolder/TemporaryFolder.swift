package import Foundation

/// A folder of its own for one test, gone with the value.
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

    /// Makes a file with some content.
    package func write(_ content: some Sequence<UInt8>, to name: String) throws {
        try Data(content).write(to: url.appending(path: name))
    }

    /// Every file in the folder and its content; nothing for a folder in it.
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
