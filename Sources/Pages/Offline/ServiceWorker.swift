import Languages

/// The script by which a browser keeps Omena's own files, for when the server cannot be reached.
///
/// It names the files of this version and then loads `worker.js`, so that it changes whenever one of them does, or the
/// language in which pages are kept.
package struct ServiceWorker: Sendable {
    private let tiles: [String]

    /// - Parameter tiles: Scheme and host of those whose map pictures are kept once they were seen.
    package init(tiles: [String] = []) { self.tiles = tiles }

    /// The script in UTF-8; its content type is `text/javascript`.
    package func render() -> [UInt8] {
        // Nothing in these addresses would have to be escaped.
        let files = Self.files.map { "    \"\($0)\",\n" }.joined()
        let tiles = tiles.map { "\"\($0)\"" }.joined(separator: ", ")
        let script = """
            self.shell = { version: "\(Asset.version)", fallback: "\(Route.offline.path)", tiles: [\(tiles)], files: [
            \(files)] };
            // Pages are kept anew in \(InterfaceLanguage.current.rawValue) when this line changes.
            importScripts("\(Asset.route("worker.js").path)");

            """
        return Array(script.utf8)
    }

    /// Everything that pages are made of; pictures of the app for phones' home screens are not.
    private static let files = Asset.all.map(\.name)
        .filter { $0 != "worker.js" && !$0.hasSuffix(".png") }
        .map { Asset.route($0).path }
}
