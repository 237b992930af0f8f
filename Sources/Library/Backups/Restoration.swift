/// What bringing a backup back came to.
public struct Restoration: Hashable, Sendable {
    /// Which library it is now, and in which of its lives.
    public let identity: LibraryIdentity
    /// Where that is kept which was replaced; nil where there was nothing.
    public let kept: BackupName?
    /// How many notes are here now.
    public let notes: Int
    /// How many pictures and sounds are named and nowhere to be found.
    public let missingMedia: Int
}
