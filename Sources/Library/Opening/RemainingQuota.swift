/// How many bytes a library may still grow by when much is added at once.
struct RemainingQuota {
    /// Negative once it is exceeded; nil without a quota.
    private var bytes: Int?

    init(_ bytes: Int? = nil) { self.bytes = bytes }

    var isLimited: Bool { bytes != nil }

    var isExceeded: Bool { bytes.map { $0 < 0 } ?? false }

    /// Uses a part of it.
    ///
    /// - Throws: That the library has reached its size, if there is less.
    mutating func use(_ count: Int) throws(LibraryError) {
        guard let bytes, count > 0 else { return }
        self.bytes = bytes - count
        guard count <= bytes else { throw .refused(Library.quotaExceeded) }
    }
}
