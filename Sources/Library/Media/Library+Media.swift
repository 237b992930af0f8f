package import LibraryValues
package import Notes
internal import Sodium
internal import Storage

extension Library {
    /// Stores a picture or sound for a note that is being edited.
    ///
    /// It is named after its file as far as that is a valid name; where other content has the name, or may get it on another
    /// device, its name also says which content it is. Media that no note refers to are removed after a while.
    package func add(
        _ medium: Medium,
        named suggestion: String
    ) throws(LibraryError) -> AddedMedium {
        let hash = Self.hash(of: medium.bytes)
        let suggested = MediaName(suggestion, for: medium.format)
        return try translatingErrors {
            let file = try media.createIfNeeded()
            let name = try database.write { writer in
                try file.put(medium.bytes, under: hash)
                let holder = try writer.mediaHash(named: suggested.text)
                let isFree = try holder == hash || holder == nil && !writer.hasOtherCopies()
                let name =
                    isFree
                    ? suggested.text : MediaName.distinguished(suggested.text, by: hash)
                try writer.setMedia(
                    named: name,
                    to: hash,
                    size: medium.bytes.count,
                    at: now()
                )
                return name
            }
            return AddedMedium(
                reference: MediaReference(medium.format.kind, name: name),
                hash: hash
            )
        }
    }

    /// The media that a draft refers to, by name, without those that do not exist.
    package func media(of draft: NoteDraft) throws(LibraryError) -> [String: MediaHash] {
        let references = draft.values.values.flatMap { MediaText($0.text).references }
        guard !references.isEmpty else { return [:] }
        return try read { reader in
            var hashes: [String: MediaHash] = [:]
            for reference in references {
                hashes[reference.name] = try reader.mediaHash(of: reference)
            }
            return hashes
        }
    }

    /// Stores a picture or sound as `name`; equal content is stored once.
    package func putMedia(_ bytes: [UInt8], named name: String) throws(LibraryError) -> MediaHash {
        guard bytes.count <= MediaFile.maximumSize else {
            throw .failed(
                reason: "a picture or a sound may have \(MediaFile.maximumSize >> 20) MiB at most"
            )
        }
        let hash = Self.hash(of: bytes)
        return try translatingErrors {
            let file = try media.createIfNeeded()
            try database.write { writer in
                // The content first, so that a name never lacks its content.
                try file.put(bytes, under: hash)
                try writer.setMedia(named: name, to: hash, size: bytes.count, at: now())
            }
            return hash
        }
    }

    static func hash(of bytes: [UInt8]) -> MediaHash {
        guard let hash = MediaHash(bytes: Digest(of: bytes).bytes) else {
            preconditionFailure("A digest has 32 bytes")
        }
        return hash
    }

    static func isTrue(_ bytes: [UInt8], _ hash: MediaHash) -> Bool {
        Digest(of: bytes).bytes == hash.bytes
    }

    package func media(_ hash: MediaHash) throws(LibraryError) -> [UInt8]? {
        try translatingErrors { try media.existing()?.bytes(of: hash) }
    }
}

extension CardSides {
    /// Extracts the media that both texts refer to and the library has, and sanitizes HTML.
    mutating func showMedia(
        with reader: borrowing some Reading & ~Copyable,
        _ sheets: inout FaceSheets
    ) throws {
        try sheets.clean(&self, with: reader)
        try front.showMedia { try reader.mediaHash(of: $0) }
        try back.showMedia { try reader.mediaHash(of: $0) }
    }
}
