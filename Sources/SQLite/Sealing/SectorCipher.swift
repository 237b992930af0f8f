/// Makes the sectors of one open file unreadable, and readable again.
///
/// One thread at a time uses it. What it makes of a sector depends on the sector's number and content alone, and
/// every 16 bytes of it on those 16 bytes alone: a sector that is written again where only its end has changed keeps its
/// beginning, bit for bit, whenever power is lost.
public protocol SectorCipher: AnyObject {
    /// Encrypts whole sectors where they lie, the first of which has the number `first`.
    func encrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64)
    /// Decrypts whole sectors where they lie, the first of which has the number `first`.
    func decrypt(_ sectors: UnsafeMutableRawBufferPointer, from first: UInt64)
}

/// What a file is to the database that it belongs to; no two parts may be encrypted alike.
public enum SealedPart: UInt64, CaseIterable, Sendable {
    case database
    case log
    case journal
    /// One that is gone when it is closed; each has a key that is never kept.
    case temporary
}
