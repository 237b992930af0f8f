internal import Glibc
package import Library
internal import Notes

extension Library {
    /// Imports a package of Anki's, or a library as Omena's own JSON, that lies on the disk, all of it or nothing.
    ///
    /// - Parameter progress: Is told, now and then, how much is done.
    package func importPackage(
        at path: String,
        _ order: CollectionOrder,
        by browser: BrowserNumber?,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> CollectionReport {
        let source = try source(at: path, order)
        return try exchanging { () throws(LibraryError) in
            try bring(source, order, by: browser, progress: progress)
        }
    }

    /// What importing a package of Anki's, or a library, would do.
    package func previewPackage(
        at path: String,
        _ order: CollectionOrder,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> CollectionReport {
        let source = try source(at: path, order)
        return try exchanging { () throws(LibraryError) in
            try preview(source, order, progress: progress)
        }
    }

    private func source(
        at path: String,
        _ order: CollectionOrder
    ) throws(ExchangeError) -> any CollectionSource {
        guard try FileKind(.disk(DiskFile(path, named: order.file))) == .library else {
            return try AnkiSource(
                AnkiPackage(path: path, name: order.file),
                offset: order.offset,
                rollover: try exchanging { () throws(LibraryError) in try settings().rollover }
            )
        }
        return try LibraryReader(path: path, name: order.file)
    }
}

/// How far clocks here are ahead of UTC.
package enum LocalTime {
    /// In minutes, as it is now.
    package static var offset: Int {
        var now = time(nil)
        var local = tm()
        guard localtime_r(&now, &local) != nil else { return 0 }
        return local.tm_gmtoff / 60
    }
}
