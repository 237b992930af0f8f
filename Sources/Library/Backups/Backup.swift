/// One backup, as it lies beside the library.
package struct Backup: Hashable, Sendable {
    /// Names it, and says when and why it was made.
    package let name: BackupName
    /// How much room its file takes; pictures and sound are kept once for all backups.
    package let bytes: Int

    /// Describes a backup.
    package init(name: BackupName, bytes: Int) {
        self.name = name
        self.bytes = bytes
    }
}
