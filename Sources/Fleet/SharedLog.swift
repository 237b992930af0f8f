package import Threads

/// The logs of all learners, where what is acknowledged stays.
package protocol SharedLog: Sendable {
    /// Opens a session, over which a slot is written.
    func session(by deadline: Instant) throws(FleetError) -> any SlotSession

    /// The slots of a learner from a number on, in order; no more than fit into a few megabytes.
    func slots(of learner: LearnerID, from number: Int64) throws(FleetError) -> [Slot]

    /// The number of the last slot; 0 if there is none.
    func lastNumber(of learner: LearnerID) throws(FleetError) -> Int64

    /// Deletes the slots before a number, which a snapshot has made superfluous.
    func deleteSlots(of learner: LearnerID, before number: Int64) throws(FleetError)
}

/// One connection, over which `SlotWrite` takes its steps.
package protocol SlotSession {
    func insert(_ slot: Slot, of learner: LearnerID) -> SlotWrite.Answer
    func look(for slot: Slot, of learner: LearnerID) -> SlotWrite.Answer
    func confirm(_ learner: LearnerID) -> SlotWrite.Answer
}

extension SharedLog {
    package func write(
        _ slot: Slot,
        of learner: LearnerID,
        by deadline: Instant
    ) -> SlotWrite.Ending {
        var write = SlotWrite()
        var session: (any SlotSession)?
        while true {
            if case .end(let ending) = write.step { return ending }
            guard .now < deadline else {
                write.giveUp()
                continue
            }
            if session == nil { session = try? self.session(by: deadline) }
            guard let current = session else {
                // Nobody could be asked; the next try waits for the promotion of a standby.
                Pause.wait(.milliseconds(50))
                continue
            }
            let answer =
                switch write.step {
                case .insert: current.insert(slot, of: learner)
                case .look: current.look(for: slot, of: learner)
                case .confirm: current.confirm(learner)
                case .end: preconditionFailure("An ended write has no next step")
                }
            if answer == .silence || answer == .unsent { session = nil }
            write.receive(answer)
        }
    }
}

/// Where whole libraries, pictures and sounds are, in pieces.
package protocol FileStore: Sendable {
    /// - Parameter last: The number of the file's last piece. The first piece is stored only if all others are there.
    func put(
        _ bytes: [UInt8],
        part: Int64,
        through last: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError)
    /// Nil if there is no such piece.
    func piece(_ part: Int64, of digest: [UInt8], for learner: LearnerID) throws(FleetError)
        -> [UInt8]?
    func hasPiece(
        _ part: Int64,
        of digest: [UInt8],
        for learner: LearnerID
    ) throws(FleetError) -> Bool
    /// Deletes the pieces of files without the first one, which is stored last; nothing once another one is the holder.
    func deleteInterruptedUploads(of learner: LearnerID, heldBy holder: Holder) throws(FleetError)
    /// Deletes the pieces of a file; nothing once another one is the holder.
    func removePieces(
        of digest: [UInt8],
        for learner: LearnerID,
        heldBy holder: Holder
    ) throws(FleetError)
    func deletePieces(of digest: [UInt8], for learner: LearnerID) throws(FleetError)

    func snapshots(of learner: LearnerID) throws(FleetError) -> [Snapshot]
    func add(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError)
    func delete(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError)
}

/// Who holds which library.
package protocol Holders: Sendable {
    /// Nil if nobody ever has.
    func holder(of learner: LearnerID) throws(FleetError) -> Holder?

    /// Makes a node the holder; false if somebody else has become it since `before` was read.
    ///
    /// It may be repeated after silence.
    func replace(
        _ before: Holder?,
        by holder: Holder,
        of learner: LearnerID
    ) throws(FleetError) -> Bool
}

/// The nodes, and whether they live.
package protocol Nodes: Sendable {
    func all() throws(FleetError) -> [NodeRow]
    /// Replaces a node's row; false if it is not as it was read.
    func replace(_ before: NodeRow?, by row: NodeRow) throws(FleetError) -> Bool
}

extension Nodes {
    /// All nodes, each with whether it has renewed its lease during a while, because the clocks of other machines say nothing.
    package func watched(
        for duration: Duration
    ) throws(FleetError) -> [(row: NodeRow, lives: Bool)] {
        let before = try all()
        if before.contains(where: { !$0.process.isEmpty }) { Pause.wait(duration) }
        return try all().map { row in
            let isSilent = before.first { $0.name == row.name }?.beat == row.beat
            return (row, !row.process.isEmpty && !isSilent)
        }
    }
}

/// A node as the others see it.
package struct NodeRow: Hashable, Sendable {
    package var name: String
    /// Where it can be reached: host and port.
    package var address: String
    /// Names the process; empty if the node holds nothing: it was drained, has ended, or others have found it dead.
    package var process: String
    /// Changes whenever the process renews its lease.
    package var beat: Int64
    /// Whether it is to give its libraries away.
    package var isDraining: Bool
    /// Whether it has given away what it held when it was to be drained.
    package var isDrained = false

    /// The host of the address, without the brackets of an IPv6 address.
    var host: String {
        let end = address.lastIndex(of: ":") ?? address.endIndex
        return address[..<end].filter { $0 != "[" && $0 != "]" }
    }

    package init(
        name: String,
        address: String,
        process: String,
        beat: Int64 = 0,
        isDraining: Bool = false
    ) {
        (self.name, self.address, self.process) = (name, address, process)
        (self.beat, self.isDraining) = (beat, isDraining)
    }
}

/// Why something about the fleet could not be done.
package enum FleetError: Error, Hashable, Sendable {
    /// PostgreSQL cannot be asked, has not answered, or has refused; whoever runs the server is told why.
    case unavailable(reason: String)
    /// This node has no lease, so that another one may hold what it held.
    case noLease
    /// Another node holds the library.
    case elsewhere
    /// What was stored is not what was written.
    case damaged(reason: String)
    /// The fleet is not set up as it has to be.
    case unfit(reason: String)
}

extension FleetError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason): reason
        case .noLease: "this node has no lease"
        case .elsewhere: "another node holds the library"
        case .damaged(let reason): "what the fleet has stored is damaged: \(reason)"
        case .unfit(let reason): reason
        }
    }
}
