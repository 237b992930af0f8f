internal import Glibc
internal import Notes

/// What a library has last told others of its own replica, remembered in the file `PATH-lock`.
///
/// A library that has written less than that was replaced by an earlier state of itself, and must not write under its name:
/// others would ignore what they believe to have.
struct SentFacts: Hashable {
    let replica: ReplicaID
    let sequence: Int64

    init(replica: ReplicaID, sequence: Int64) {
        self.replica = replica
        self.sequence = sequence
    }

    /// Nil where nothing was ever sent.
    init?(rememberedBeside library: String) {
        let words = Self.lines(beside: library).dropFirst().first?.split(separator: " ") ?? []
        guard words.count == 3, words[0] == "sent", let replica = ReplicaID(words[1]),
            let sequence = Int64(words[2])
        else { return nil }
        self.init(replica: replica, sequence: sequence)
    }

    /// Writes it into the lock file, which this process holds; it is durable when this returns.
    func remember(beside library: String) throws(LibraryError) {
        guard SentFacts(rememberedBeside: library) != self else { return }
        let path = LibraryForm.path(beside: library)
        let file = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Disk.failure(path, errno) }
        defer { close(file) }
        let form = Self.lines(beside: library).first ?? ""
        let bytes = Array("\(form)\nsent \(replica) \(sequence)\n".utf8)
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count,
            ftruncate(file, off_t(bytes.count)) == 0, fsync(file) == 0
        else { throw Disk.failure(path, errno) }
    }

    private static func lines(beside library: String) -> [Substring] {
        let path = LibraryForm.path(beside: library)
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }
}
