internal import Notes

/// What a library has last told others of its own replica, or had written when it was closed: the second line of its lock file.
///
/// A library that has written less than that was replaced by an earlier state of itself, and must not write under its name:
/// others would ignore what they believe to have, from this library or from a copy of its file.
struct SentFacts {
    let replica: ReplicaID
    let sequence: Int64

    init(replica: ReplicaID, sequence: Int64) {
        self.replica = replica
        self.sequence = sequence
    }

    /// Nil where nothing was ever sent.
    init?(rememberedBeside library: String) {
        let words = LockFile(beside: library).lines().dropFirst().first?.split(separator: " ") ?? []
        guard words.count == 3, words[0] == "sent", let replica = ReplicaID(words[1]),
            let sequence = Int64(words[2])
        else { return nil }
        self.init(replica: replica, sequence: sequence)
    }

    func remember(beside library: String) throws(LibraryError) {
        try LockFile(beside: library).replaceLine(1, with: "sent \(replica) \(sequence)")
    }
}
