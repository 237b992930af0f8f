/// One backup, as it lies beside the library.
public struct Backup: Hashable, Sendable {
    /// Names it, and says when and why it was made.
    public let name: BackupName
    /// How much room its file takes; pictures and sound are kept once for all backups.
    public let bytes: Int

    /// Describes a backup.
    public init(name: BackupName, bytes: Int) {
        self.name = name
        self.bytes = bytes
    }
}
