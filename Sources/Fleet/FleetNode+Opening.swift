package import Library
internal import Threads

extension FleetNode {
    /// Opens a file whose transactions go through a log.
    package typealias Opening = (String, (any LibraryLog)?) throws(LibraryError) -> Library

    /// Claims a learner's library, and opens it with everything that its log has.
    ///
    /// - Parameters:
    ///   - path: Of the library's file on this node, which may be missing, old, or anything else.
    ///   - open: Opens the file, or creates a library.
    package func open(
        _ learner: LearnerID,
        at path: String,
        by open: Opening
    ) throws(LibraryError) -> Library {
        do throws(FleetError) {
            // Each try would add a claim to the log.
            if let problem = disk?.problem() { throw .unfit(reason: problem) }
            let held = try claim(learner)
            let library = try translating { try self.library(of: held, at: path, by: open) }
            hold(held)
            // A file that was built from the log, or from that of a bulk import, may lack what its pages compute.
            work.add { [weak library] in
                try? library?.refreshNotes()
                held.deleteInterruptedUploads()
            }
            return library
        } catch {
            switch error {
            case .elsewhere: throw .elsewhere
            case .noLease: break
            default: report("the library of learner \(learner.rawValue) cannot be opened: \(error)")
            }
            throw .unavailable
        }
    }

    private func translating<Result>(_ body: () throws -> Result) throws(FleetError) -> Result {
        do {
            return try body()
        } catch let error as FleetError {
            throw error
        } catch let error as LibraryError {
            // Of this node, such as a full disk.
            throw .unfit(reason: "\(error)")
        } catch {
            throw .damaged(reason: "\(error)")
        }
    }

    private func library(
        of held: HeldLibrary,
        at path: String,
        by open: Opening
    ) throws -> Library {
        let last = held.lastNumber
        if (try? Library.isPresent(at: path)) == true {
            do {
                let library = try open(path, held)
                do {
                    if let mark = try library.sharedMark(),
                        let rest = try log.rest(of: held.learner, after: mark, through: last),
                        rest.base == nil
                    {
                        try apply(rest, to: library, held)
                        return library
                    }
                } catch {
                    try? library.close()
                    throw error
                }
                try library.close()
            } catch let error as LibraryError {
                switch error {
                case .unavailable, .inUse, .diskFull: throw error
                default:
                    report("the file of learner \(held.learner.rawValue) is built again: \(error)")
                }
            }
        }
        try Library.deleteFiles(of: path)
        return try rebuild(held, at: path, by: open)
    }

    /// Builds a library's file from a snapshot and the log.
    private func rebuild(
        _ held: HeldLibrary,
        at path: String,
        by open: Opening
    ) throws -> Library {
        let base = try LibraryBase(of: held.learner, through: held.lastNumber, log, files)
        guard let base else {
            try create(held, at: path, by: open)
            let library = try open(path, held)
            held.begin(with: library, slots: 0, bytes: 0)
            return library
        }
        try base.write(to: path)
        let library = try open(path, held)
        do {
            try base.check(library)
            try apply(base.rest, to: library, held)
            return library
        } catch {
            try? library.close()
            throw error
        }
    }

    /// Creates a new library, and stores it before anybody sees it.
    private func create(
        _ held: HeldLibrary,
        at path: String,
        by open: Opening
    ) throws {
        // Beside it, because whatever remains of a file that was there says that it must not be a new one.
        let new = path + "-new"
        try Library.deleteAll(of: new)
        defer { try? Library.deleteAll(of: new) }
        let library = try open(new, nil)
        let refreshed = Result { try library.refreshNotes() }
        try library.close()
        try refreshed.get()
        try held.append(fileAt: new) { try Library.setSharedMark($0, inFileAt: new) }
        try Library.move(new, to: path)
    }

    private func apply(
        _ rest: MissingSlots,
        to library: Library,
        _ held: HeldLibrary
    ) throws {
        // Read from a primary that others have left, it could end with another's slot.
        guard let last = rest.slots.last, last.kind == .claim, last.term == held.claim.claim else {
            throw FleetError.unavailable(reason: "the log does not end with the claim")
        }
        let bodies = rest.bodies
        if bodies.isEmpty {
            try library.setSharedMark(last.mark)
        } else {
            try library.apply(bodies, upTo: last.mark)
        }
        held.begin(
            with: library,
            slots: Int64(rest.slots.count),
            bytes: rest.slots.reduce(0) { $0 + $1.body.count }
        )
    }

    /// Records a stored snapshot, and deletes what it has made superfluous.
    func keep(_ snapshot: Snapshot, of learner: LearnerID) throws(FleetError) {
        try files.add(snapshot, of: learner)
        metrics.count { $0.snapshots += 1 }
        do throws(FleetError) {
            let all = try files.snapshots(of: learner)
            guard all.first == snapshot else { return }
            for old in all.dropFirst() {
                // The pieces first, so that an interrupted deletion goes on the next time.
                if !all.contains(where: { $0 != old && $0.digest == old.digest }) {
                    try files.deletePieces(of: old.digest, for: learner)
                }
                try files.delete(old, of: learner)
            }
            try log.deleteSlots(of: learner, before: snapshot.number)
        } catch {
            report("old slots of learner \(learner.rawValue) were not deleted: \(error)")
        }
    }
}

/// The slots that a file lacks.
struct MissingSlots {
    /// The last one that says that the library is another one; what came before it does not matter.
    let base: Slot?
    /// Those after it, in order and without gaps.
    var slots: [Slot]

    init(_ slots: some BidirectionalCollection<Slot>) {
        let start = slots.lastIndex { $0.kind == .snapshot }
        base = start.map { slots[$0] }
        self.slots = Array(start.map { slots[slots.index(after: $0)...] } ?? slots[...])
    }

    /// What transactions have changed.
    var bodies: [[UInt8]] {
        var bodies: [[UInt8]] = []
        var parts: [UInt8] = []
        for slot in slots {
            switch slot.kind {
            case .part: parts += slot.body
            case .facts:
                bodies.append(parts + slot.body)
                parts = []
            // Its holder did not come to the end.
            case .claim, .snapshot: parts = []
            }
        }
        return bodies
    }
}

extension SharedLog {
    /// The slots from one number through another.
    func rest(
        of learner: LearnerID,
        from number: Int64,
        through last: Int64
    ) throws(FleetError) -> MissingSlots {
        guard number <= last else { return MissingSlots([Slot]()) }
        guard let found = try slots(of: learner, from: number, through: last) else {
            throw .damaged(reason: "slot \(number) is missing")
        }
        return MissingSlots(found)
    }

    /// The slots after the one that a file has remembered; nil if the log has another one there, or none any more.
    func rest(
        of learner: LearnerID,
        after mark: String,
        through last: Int64
    ) throws(FleetError) -> MissingSlots? {
        guard let number = Slot.number(ofMark: mark), number <= last,
            let found = try slots(of: learner, from: number, through: last),
            found.first?.mark == mark
        else { return nil }
        return MissingSlots(found.dropFirst())
    }

    /// Nil if the first is missing; fails if a later one is.
    private func slots(
        of learner: LearnerID,
        from number: Int64,
        through last: Int64
    ) throws(FleetError) -> [Slot]? {
        var all: [Slot] = []
        var next = number
        while next <= last {
            let page = try slots(of: learner, from: next).prefix { $0.number <= last }
            let found = zip(next..., page).prefix { $0 == $1.number }.map(\.1)
            all += found
            next += Int64(found.count)
            guard !page.isEmpty, found.count == page.count else {
                if all.isEmpty { return nil }
                throw .damaged(reason: "slot \(next) is missing")
            }
        }
        return all
    }
}
