/// What keeps a library from saving, or soon will.
package enum DiskProblem: Hashable, Sendable {
    case writeProtected
    /// No more files can be created, however small.
    case noMoreFiles
    /// Both in bytes; `wanted` lets every import and backup succeed.
    case littleSpace(free: Int, wanted: Int)
}
