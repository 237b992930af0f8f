internal import JSON

/// An `.xcstrings` file as it was written: what nobody edits comes back byte for byte, in its order and with its spaces.
///
/// Parts that Omena does not know are kept where they stand.
package struct StringCatalogFile: Sendable {
    /// What the file says.
    package let catalog: StringCatalog
    private let bytes: [UInt8]

    /// Reads a file.
    package init(_ bytes: [UInt8]) throws(StringCatalogError) {
        catalog = try StringCatalog(bytes)
        self.bytes = bytes
    }

    /// An empty file, as Xcode would begin it.
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
            preconditionFailure("An empty catalog reads: \(error)")
        }
    }

    /// The file with a catalog's texts in the place of its own; it differs only where the texts do.
    ///
    /// Texts keep the order of the file; new ones stand where their neighbours' order puts them, else at the end.
    package func bytes(with edited: StringCatalog) -> [UInt8] {
        guard edited != catalog else { return bytes }
        guard let root = try? JSONReader.read(bytes) else {
            preconditionFailure("What was read once reads again")
        }
        var writer = CatalogWriter(original: bytes, root: root)
        writer.write(CatalogEdit(of: catalog, to: edited).piece(of: root), depth: 0)
        return Array(bytes[..<root.range.lowerBound]) + writer.output
            + bytes[root.range.upperBound...]
    }
}

extension StringCatalog {
    /// The catalog as a file of its own, as Xcode would write it.
    package var bytes: [UInt8] {
        StringCatalogFile(sourceLanguage: sourceLanguage).bytes(with: self)
    }
}
