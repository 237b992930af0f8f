/// How many bytes a library may still grow by when much is added at once.
struct Room {
    private(set) var left: Int

    init(left: Int = .max) { self.left = left }

    var isLimited: Bool { left < .max }

    /// Takes a part of it.
    ///
    /// - Throws: That the library has reached its size, if there is less.
    mutating func take(_ bytes: Int) throws(LibraryError) {
        guard isLimited, bytes > 0 else { return }
        left -= bytes
        guard left >= 0 else { throw .refused(Library.noRoom) }
    }
}
