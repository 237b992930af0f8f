/// What is wrong with the disk that a library is on.
package enum DiskProblem: Hashable, Sendable {
    /// A part of the library's file is not as it was written.
    case changedPages
    case writeProtected
    /// No more files can be created, however small.
    case noMoreFiles
    /// Both in bytes; `wanted` lets every import and backup succeed.
    case littleSpace(free: Int, wanted: Int)
}
