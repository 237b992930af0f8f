internal import Library

/// What a learner's library is built from: a stored file, and the slots after it.
struct LibraryBase {
    private let file: StoredFile
    private let digest: [UInt8]
    /// The file's position in the log, as the file stores it.
    private let mark: String
    let rest: MissingSlots

    /// Nil if the learner has no library yet, only claims of one.
    init?(
        of learner: LearnerID,
        through last: Int64,
        _ log: any SharedLog,
        _ files: any FileStore
    ) throws(FleetError) {
        file = StoredFile(files, of: learner)
        let snapshot = try files.snapshots(of: learner).first { $0.number <= last }
        var rest = try log.rest(of: learner, from: snapshot?.number ?? 1, through: last)
        if let base = rest.base {
            (digest, mark) = (SnapshotBody(base.body).digest, base.mark)
        } else if let snapshot {
            guard let first = rest.slots.first, first.number == snapshot.number else {
                throw .damaged(reason: "the log after slot \(snapshot.number)")
            }
            (digest, mark) = (snapshot.digest, first.mark)
            rest.slots.removeFirst()
        } else {
            guard rest.slots.allSatisfy({ $0.kind == .claim }) else {
                throw .damaged(reason: "a log without a snapshot")
            }
            return nil
        }
        self.rest = rest
    }

    /// Writes the file, which must not exist.
    func write(to path: String) throws {
        guard try !Library.isPresent(at: path) else {
            throw FleetError.unfit(reason: "\(path) exists already")
        }
        // It gets its own name only when it is complete, because a file of that name is opened the next time.
        let new = path + "-new"
        try Library.deleteFiles(of: new)
        defer { try? Library.deleteFiles(of: new) }
        guard try file.write(digest, toFileAt: new) else { throw isDamaged }
        try Library.move(new, to: path)
    }

    /// Fails if the file that was written has another position in the log.
    func check(_ library: Library) throws {
        guard try library.sharedMark() == mark else { throw isDamaged }
    }

    private var isDamaged: FleetError { .damaged(reason: "the library of slot \(mark)") }
}
