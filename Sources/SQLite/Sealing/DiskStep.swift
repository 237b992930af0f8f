/// What a sealed file system did to the disk, in order; tests undo some of it to imitate a power cut.
package enum DiskStep: Sendable {
    /// Bytes were overwritten or appended.
    case write(path: String, offset: Int, bytes: [UInt8])
    /// The file was truncated or extended.
    case truncate(path: String, size: Int)
    /// Everything written to the file so far has reached the disk.
    case sync(path: String)
    case delete(path: String)
    /// The file replaced another one.
    case rename(path: String, to: String)
    /// Every deletion and renaming in the folder so far has reached the disk.
    case syncFolder(path: String)
}
