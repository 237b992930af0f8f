/// What a sealed file system has done to the disk, in the order in which it was done; tests lose some of it.
package enum DiskStep: Sendable {
    /// Bytes were written over what lay there, or behind it.
    case write(path: String, offset: Int, bytes: [UInt8])
    /// The file was given another length.
    case truncate(path: String, size: Int)
    /// All that was done to the file so far has reached the disk.
    case sync(path: String)
    /// The file is gone.
    case delete(path: String)
}
