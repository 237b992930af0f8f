/// Encrypts the sectors of one open file.
///
/// Only one thread uses it at a time. The cipher text depends only on the sector's number and content, and each 16 bytes of
/// it only on the same 16 bytes: rewriting a sector of which only the end has changed leaves its beginning the same bit for
/// bit, even if a power cut tears the write.
package protocol SectorCipher: AnyObject {
    /// Encrypts whole sectors in place; `first` is the number of the first one.
    func encrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64)
    /// Decrypts whole sectors in place; `first` is the number of the first one.
    func decrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64)
    /// The checksum of a page of the database, which nobody can make without the key.
    func checksum(of content: UnsafeRawBufferPointer, page: UInt64) -> PageChecksum
}
