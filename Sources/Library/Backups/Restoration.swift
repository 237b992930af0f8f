package import LibraryValues

/// The result of restoring a backup.
package struct Restoration: Hashable, Sendable {
    package let identity: LibraryIdentity
    /// The backup of the replaced library; nil where there was none.
    package let kept: BackupName?
    /// How many notes the library has now.
    package let notes: Int
    /// How many media are referred to and were not found.
    package let missingMedia: Int
}
