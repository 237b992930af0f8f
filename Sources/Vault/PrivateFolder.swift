internal import FoundationEssentials

/// Folders that only this user may use, because what is in them is a learner's own.
package enum PrivateFolder {
    /// Creates a folder and those above it, unless they exist.
    package static func create(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
