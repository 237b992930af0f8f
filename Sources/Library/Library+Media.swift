package import LibraryValues
package import Notes
internal import Sodium
internal import Storage

extension Library {
    /// Keeps a picture or sound for a note that is being written.
    ///
    /// It keeps the name of its file, as far as that can be a name here; where another content has that name already,
    /// it is given one of its own. What no note comes to name is swept away after a while.
    package func add(
        _ medium: Medium,
        named suggestion: String
    ) throws(LibraryError) -> AddedMedium {
        let hash = Self.hash(of: medium.bytes)
        let wish = MediaName(suggestion, for: medium.format)
        return try translatingErrors {
            let shelf = try media.made()
            let name = try database.write { writer in
                try shelf.put(medium.bytes, under: hash)
                let holder = try writer.mediaHash(named: wish.text)
                let isFree = holder == nil || holder == hash
                let name = isFree ? wish.text : wish.distinguished(by: hash).text
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

    /// What the names mean that a draft gives to pictures and sounds; those that mean nothing are left out.
    package func media(of draft: NoteDraft) throws(LibraryError) -> [String: MediaHash] {
        let references = draft.values.values.flatMap { MediaText($0.text).references }
        guard !references.isEmpty else { return [:] }
        return try translatingErrors {
            try database.read { reader in
                var hashes: [String: MediaHash] = [:]
                for reference in references {
                    hashes[reference.name] = try reader.mediaHash(of: reference)
                }
                return hashes
            }
        }
    }

    /// Keeps a picture or a sound, which notes mean by `name` from now on; the same content is kept once.
    package func putMedia(_ bytes: [UInt8], named name: String) throws(LibraryError) -> MediaHash {
        guard bytes.count <= MediaFile.maximumSize else {
            throw .failed(
                reason: "a picture or a sound may have \(MediaFile.maximumSize >> 20) MiB at most"
            )
        }
        let hash = Self.hash(of: bytes)
        return try translatingErrors {
            let shelf = try media.made()
            try database.write { writer in
                // The content first: a name never means what is not there.
                try shelf.put(bytes, under: hash)
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

    /// Whether content is what its hash says.
    static func isTrue(_ bytes: [UInt8], _ hash: MediaHash) -> Bool {
        Digest(of: bytes).bytes == hash.bytes
    }

    /// The picture or sound of that hash.
    package func media(_ hash: MediaHash) throws(LibraryError) -> [UInt8]? {
        try translatingErrors { try media.existing()?.bytes(of: hash) }
    }
}

extension Sides {
    /// Takes out of both texts the pictures and sounds that they name and the library has, and cleans what is HTML.
    mutating func showMedia(
        with reader: borrowing some Reading & ~Copyable,
        _ sheets: inout FaceSheets
    ) throws {
        try sheets.clean(&self, with: reader)
        try front.showMedia { try reader.mediaHash(of: $0) }
        try back.showMedia { try reader.mediaHash(of: $0) }
    }
}
