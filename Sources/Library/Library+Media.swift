public import Notes
internal import Sodium
internal import Storage

extension Library {
    /// Keeps a picture or a sound, which notes mean by `name` from now on; the same content is kept once.
    public func putMedia(_ bytes: [UInt8], named name: String) throws(LibraryError) -> MediaHash {
        guard bytes.count <= MediaFile.maximumSize else {
            throw .failed(
                reason: "a picture or a sound may have \(MediaFile.maximumSize >> 20) MiB at most"
            )
        }
        guard let hash = MediaHash(bytes: Digest(of: bytes).bytes) else {
            preconditionFailure("A digest has 32 bytes")
        }
        return try translatingErrors {
            // The content first: a name never means what is not there.
            try media.made().put(bytes, under: hash)
            try database.write {
                try $0.setMedia(named: name, to: hash, size: bytes.count, at: now())
            }
            return hash
        }
    }

    /// Whether content is what its hash says.
    static func isTrue(_ bytes: [UInt8], _ hash: MediaHash) -> Bool {
        Digest(of: bytes).bytes == hash.bytes
    }

    /// The picture or sound of that hash.
    public func media(_ hash: MediaHash) throws(LibraryError) -> [UInt8]? {
        try translatingErrors { try media.existing()?.bytes(of: hash) }
    }
}
