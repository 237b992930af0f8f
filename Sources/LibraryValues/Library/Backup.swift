package struct Backup: Hashable, Sendable {
    package let name: BackupName
    /// The size of its own file; media are stored once for all backups and are not counted.
    package let bytes: Int

    package init(name: BackupName, bytes: Int) {
        self.name = name
        self.bytes = bytes
    }
}
