import Foundation
import Notes
import TestFolder
import TestLibrary

@testable import Library
@testable import Storage

extension SyncHistory {
    /// Builds a replica's file again from its log, which must give what the file has, and goes on with that.
    func rebuild(_ replica: SyncReplica) throws {
        guard let log = replica.log?.content else { return }
        let now = replica.clock.now
        let before = try replica.content(at: now)
        let reused = try replica.library.database.read { try $0.reusedSequences() }
        let path = folder.path("rebuilt-\(log.number).omena")
        try log.base.write(to: URL(filePath: path))
        let clock = replica.clock
        let library = try Library.open(at: path) { clock.now }
        // In one go or in several.
        let middle = below(log.bodies.count + 1)
        try library.apply(Array(log.bodies[..<middle]), upTo: "middle")
        try library.apply(Array(log.bodies[middle...]), upTo: "\(log.number)")
        try library.close()
        note("rebuilt from \(log.bodies.count) transactions")

        try replica.library.close()
        try Library.deleteFiles(of: replica.path)
        try FileManager.default.moveItem(atPath: path, toPath: replica.path)
        try replica.open()
        guard try replica.library.database.read({ try $0.reusedSequences() }) == reused else {
            throw SyncFailure(description: "the rebuilt file of \(replica.number) knows \(reused)")
        }
        let after = try replica.content(at: now)
        guard after != before else { return }
        let (left, right) = (Set(before).subtracting(after), Set(after).subtracting(before))
        throw SyncFailure(
            description: """
                the rebuilt file of \(replica.number) lacks
                \(left.sorted().prefix(6).joined(separator: "\n"))
                and has
                \(right.sorted().prefix(6).joined(separator: "\n"))
                """
        )
    }
}
