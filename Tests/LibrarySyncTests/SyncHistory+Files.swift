import Foundation
import LibraryValues
import TestFolder
import Testing

@testable import Library
@testable import Storage

// What happens to the files of replicas.

extension SyncHistory {
    func reopen(_ replica: SyncReplica) throws {
        note("reopened")
        try replica.library.close()
        try replica.open()
    }

    /// Ends a replica's process as `kill -9` does, while it does something, and starts it again.
    ///
    /// What is on the disk then is what was there before, and the start of what the action has written.
    func kill(_ replica: SyncReplica, during action: () throws -> Void) throws {
        note("killed: ")
        let (before, content) = (try SyncFiles(of: replica), try replica.storedContent())
        let own = try replica.library.database.read { try $0.ownReplica() }
        try action()
        let (after, newContent) = (try SyncFiles(of: replica), try replica.storedContent())
        let newOwn = try replica.library.database.read { try $0.ownReplica() }
        var files = after
        var (done, all) = (1, 1)
        if let written = after.written(since: before), below(5) > 0 {
            let position = Int.random(in: written.lowerBound...written.upperBound, using: &chance)
            let end = after.endOfWriting(from: position, since: before)
            files = after.interrupted(at: end, since: before)
            done = after.transactions(in: written.lowerBound..<end)
            all = after.transactions(in: written)
        }
        try replica.library.close()
        try files.put(at: replica.path, isWhole: true)
        try replica.open()

        note(" after \(done) of \(all) transactions")
        let now = try replica.library.database.read { try $0.ownReplica() }
        guard done == 0 || done == all else {
            // A copy becomes a new replica with its first transaction.
            guard now.id != own.id || now.sequence >= own.sequence else {
                throw SyncFailure(description: "Only \(now.sequence) of \(own.sequence) facts")
            }
            return
        }
        // Each transaction is there as a whole, or not at all, and the replica is the same one.
        let (expected, owner) = done == all ? (newContent, newOwn) : (content, own)
        let found = try replica.storedContent()
        // What was told of another replica makes this one a new one, when in doubt.
        let sent = SentFacts(rememberedBeside: replica.path)?.replica ?? owner.id
        guard found == expected, now.id == owner.id, now.sequence == owner.sequence,
            now.home == owner.home || sent != owner.id
        else {
            throw SyncFailure(
                description: """
                    After \(done) of \(all) transactions, \(owner) became \(now), \
                    \(Set(expected).subtracting(found).sorted().prefix(6)) became \
                    \(Set(found).subtracting(expected).sorted().prefix(6))
                    """
            )
        }
    }

    /// Backs up a replica, or replaces it with a backup of any.
    func restore(_ replica: SyncReplica) throws {
        let backup = folder.path("\(below(replicas.count))-backup.omena")
        if FileManager.default.fileExists(atPath: backup) {
            note("restored \(URL(filePath: backup).lastPathComponent)")
            written.hasLoss = true
            _ = try replica.library.restore(from: backup)
        } else if below(3) == 0, !replica.hasJoined,
            let latest = try replica.library.backups().first
        {
            note("restored the latest backup")
            written.hasLoss = true
            _ = try replica.library.restore(latest.name)
        } else {
            let own = folder.path("\(replica.number)-backup.omena")
            guard !FileManager.default.fileExists(atPath: own) else {
                note("backed up beside it")
                return _ = try replica.library.backUp(.asked)
            }
            note("backed up")
            _ = try replica.library.backUp(to: own)
        }
    }

    /// Puts an earlier copy of a replica into its place, or a copy of another one.
    func copy(over replica: SyncReplica) throws {
        let kept = folder.path("\(replica.number)-copy")
        if FileManager.default.fileExists(atPath: kept) {
            let isWhole = below(2) == 0
            note("replaced by an earlier copy\(isWhole ? " of all its files" : "")")
            let before = try replica.library.database.read { try $0.ownReplica() }
            try replace(replica, with: kept, isWhole: isWhole)
            try FileManager.default.removeItem(atPath: kept)
            try FileManager.default.removeItem(atPath: kept + "-lock")
            guard isWhole, below(3) > 0 else { return }
            // As many facts again as it had written, or more, so that their number says nothing.
            for _ in 0..<20 {
                let own = try replica.library.database.read { try $0.ownReplica() }
                guard own.id == before.id, own.sequence < before.sequence else { return }
                try learn(with: replica)
            }
        } else if below(3) == 0 {
            let other = replicas[below(replicas.count)]
            guard other !== replica else { return }
            note("replaced by a copy of \(other.number)")
            try other.library.close()
            try FileManager.default.copyItem(atPath: other.path, toPath: kept)
            try other.open()
            try replace(replica, with: kept)
            try FileManager.default.removeItem(atPath: kept)
        } else {
            note("copied")
            try replica.library.close()
            for ending in ["", "-lock"] {
                try Data(contentsOf: URL(filePath: replica.path + ending))
                    .write(to: URL(filePath: kept + ending))
            }
            try replica.open()
        }
    }

    /// - Parameter isWhole: Whether the replica does not notice, because also what it remembers of itself is replaced.
    private func replace(
        _ replica: SyncReplica,
        with path: String,
        isWhole: Bool = false
    ) throws {
        try replica.library.close()
        var files = try SyncFiles(of: replica)
        files.database = try Data(contentsOf: URL(filePath: path))
        files.log = Data()
        if isWhole {
            files.lock = try Data(contentsOf: URL(filePath: path + "-lock"))
            written.hasReusedSequences = true
        }
        try files.put(at: replica.path, isWhole: isWhole)
        try replica.open()
        try written.forgetUnsent(of: replica, heardBy: replicas)
        written.hasLoss = true
    }
}
