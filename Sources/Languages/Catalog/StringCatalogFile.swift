internal import JSON

/// An `.xcstrings` file whose unedited parts are preserved byte for byte, including those that Omena does not know.
package struct StringCatalogFile: Sendable {
    package let catalog: StringCatalog
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) throws(StringCatalogError) {
        catalog = try StringCatalog(bytes)
        self.bytes = bytes
    }

    /// An empty file, as Xcode creates it.
    package init(sourceLanguage: LanguageTag) {
        let text = """
            {
              "sourceLanguage" : "\(sourceLanguage)",
              "strings" : {

              },
              "version" : "1.0"
            }
            """
        do {
            try self.init(Array(text.utf8))
        } catch {
            preconditionFailure("The empty catalog is invalid: \(error)")
        }
    }

    /// The file with another catalog's texts; only the parts whose texts differ are written anew.
    ///
    /// Existing texts keep their order. New ones are inserted in order if the file is sorted, and otherwise appended.
    package func bytes(with edited: StringCatalog) -> [UInt8] {
        guard edited != catalog else { return bytes }
        guard let root = try? JSONReader.read(bytes) else {
            preconditionFailure("The initializer parsed the same bytes")
        }
        var writer = CatalogWriter(original: bytes, root: root)
        writer.write(CatalogEdit(of: catalog, to: edited).piece(of: root), depth: 0)
        return Array(bytes[..<root.range.lowerBound]) + writer.output
            + bytes[root.range.upperBound...]
    }
}

extension StringCatalog {
    /// The catalog as a new file, as Xcode would write it.
    package var bytes: [UInt8] {
        StringCatalogFile(sourceLanguage: sourceLanguage).bytes(with: self)
    }
}
