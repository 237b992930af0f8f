package import LibraryValues

/// What bringing a backup back came to.
package struct Restoration: Hashable, Sendable {
    /// Which library it is now, and in which of its lives.
    package let identity: LibraryIdentity
    /// Where that is kept which was replaced; nil where there was nothing.
    package let kept: BackupName?
    /// How many notes are here now.
    package let notes: Int
    /// How many pictures and sounds are named and nowhere to be found.
    package let missingMedia: Int
}
