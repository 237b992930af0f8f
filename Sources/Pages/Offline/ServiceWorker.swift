import Languages
import Manual

/// The service worker's script, which caches Omena's own files for when the server cannot be reached.
///
/// It lists the files of this version and then loads `worker.js`, so that it changes whenever one of them changes, or
/// the language in which pages are cached.
package struct ServiceWorker: Sendable {
    private let tiles: [String]

    /// - Parameter tiles: The origins whose map tiles are cached once loaded.
    package init(tiles: [String] = []) { self.tiles = tiles }

    /// UTF-8; its content type is `text/javascript`.
    package func render() -> [UInt8] {
        // Nothing in these addresses has to be escaped.
        let files = Self.files.map { "    \"\($0)\",\n" }.joined()
        let tiles = tiles.map { "\"\($0)\"" }.joined(separator: ", ")
        let optional = Self.optional.map { "\"\($0)\"" }.joined(separator: ", ")
        let script = """
            self.shell = { version: "\(Asset.version)", fallback: "\(Route.offline.path)", tiles: [\(tiles)], optional: [\(optional)], files: [
            \(files)] };
            // Pages are kept anew in \(InterfaceLanguage.current.rawValue) when this line changes.
            importScripts("\(Asset.route("worker.js").path)");

            """
        return Array(script.utf8)
    }

    /// What not every learner needs, and is too large to load for all of them: the world of the maps, and the manual's pictures.
    private static let optional = Asset.all.map(\.name)
        .filter { $0.hasSuffix(".bin") || $0.hasSuffix(".webp") }
        .map { Asset.route($0).path }

    /// Everything else that pages load, and the manual; phones load the PNG icons only once, for their home screens.
    private static let files =
        Asset.all.map(\.name)
        .filter { name in
            name != "worker.js" && ![".png", ".bin", ".webp"].contains { name.hasSuffix($0) }
        }
        .map { Asset.route($0).path }
        + [Route.help().path] + Chapter.names.map { Route.chapter($0).path }
}
