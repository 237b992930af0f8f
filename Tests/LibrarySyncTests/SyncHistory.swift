import Foundation
import Languages
import LibraryValues
import Notes
import Recall
import TestChance
import TestFolder
import TestLibrary
import Testing
import Threads

@testable import Library
@testable import Storage

/// Some replicas of one library and what happens to them, which a seed determines.
final class SyncHistory {
    let folder: TemporaryFolder
    private(set) var replicas: [SyncReplica] = []
    var chance: SplitMix
    private(set) var trace: [String] = []
    /// Whether each step is printed, so that one that never ends is known.
    var isVerbose = false
    var written = WrittenFacts()
    /// How many clashes came about, with none of their calls refused.
    private(set) var clashes = 0

    /// - Parameter areShared: Whether each replica but the first one has a log besides its file.
    init(seed: UInt64, areShared: Bool = false) throws {
        chance = SplitMix(seed: seed)
        folder = try TemporaryFolder()
        let random = Self.random(seed: seed)
        for number in 0..<any(2, 2, 3, 3, 4, 5) {
            let skew = Int64.random(in: -3 * 3_600_000...3 * 3_600_000, using: &chance)
            let path = folder.path("\(number).omena")
            let isUnused = number > 0 && below(8) == 0
            let file = isUnused ? SyncTemplate.unused : SyncTemplate.file
            try file.write(to: URL(filePath: path))
            replicas.append(
                try SyncReplica(
                    path: path,
                    number: number,
                    skew: skew,
                    random: random,
                    log: areShared && number > 0 ? RecordedLog(base: file) : nil
                )
            )
        }
        try written.add(from: replicas[0], isFirst: true)
    }

    /// Random numbers that are the same each time, and have nothing to do with what happens.
    static func random(seed: UInt64) -> RandomSource {
        let generator = Locked(SplitMix(seed: ~seed))
        return RandomSource { generator.withLock { $0.next() } }
    }

    deinit { for replica in replicas { try? replica.library.close() } }

    /// Does as many random things, and then syncs until nothing is left to send.
    func run(steps: Int) throws {
        for replica in replicas where try replica.library.syncState().library == nil {
            begin("start of \(replica.number): ")
            try join(replica)
        }
        // Three of four have a clash, in place of as many other steps.
        let clash = below(4) > 0 ? below(max(1, steps - 6)) : nil
        var planned: [PlannedStep] = []
        for step in 0..<steps {
            for replica in replicas { replica.clock.advance(by: 40_000) }
            if step == clash { planned = try planClash() }
            let next = planned.isEmpty ? nil : planned.removeFirst()
            let replica = next?.replica ?? replicas[below(replicas.count)]
            begin("\(step) on \(replica.number): ")
            if below(12) == 0 {
                // Weeks offline.
                let pause = Int64(below(20)) * 86_400_000
                for replica in replicas { replica.clock.advance(by: pause) }
            }
            if let next {
                if try !perform(next) {
                    planned = []
                } else if planned.isEmpty {
                    clashes += 1
                }
            } else {
                try act(on: replica)
            }
            try written.add(from: replica)
        }
        try settle()
    }

    /// Does as many random things without touching the files of those with logs, and now and then builds such a file again.
    func runShared(steps: Int) throws {
        for replica in replicas where try replica.library.syncState().library == nil {
            begin("start of \(replica.number): ")
            try join(replica)
        }
        for step in 0..<steps {
            for replica in replicas { replica.clock.advance(by: 40_000) }
            let replica = replicas[below(replicas.count)]
            begin("\(step) on \(replica.number): ")
            switch below(50) {
            case 0...29: try learn(with: replica)
            case 30...32: try reopen(replica)
            case 33...37: try rebuild(replica)
            case 38, 39: try copy(over: replicas[0])
            default: try sync(from: replicas[below(replicas.count)], to: replica)
            }
        }
        for replica in replicas { try rebuild(replica) }
    }

    /// How the replicas differ, or from what was written last; nil if all is as it should be.
    func disagreement() throws -> String? {
        let now = replicas.map(\.clock.now).max() ?? replicas[0].clock.now
        let first = try replicas[0].content(at: now)
        for replica in replicas.dropFirst() {
            let other = try replica.content(at: now)
            guard other != first else { continue }
            let (left, right) = (Set(first).subtracting(other), Set(other).subtracting(first))
            return """
                replica \(replica.number) differs
                \(left.sorted().prefix(6).joined(separator: "\n"))
                but
                \(right.sorted().prefix(6).joined(separator: "\n"))
                """
        }
        let contradictions = try written.contradictions(in: replicas[0])
        return contradictions.isEmpty ? nil : contradictions.prefix(6).joined(separator: "\n")
    }

    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &chance) }

    /// One of some choices.
    func any<Choice>(_ choices: Choice...) -> Choice { choices[below(choices.count)] }

    /// Adds to what is said of the current step.
    func note(_ text: String) {
        trace[trace.count - 1] += text
        if isVerbose { print(text, terminator: "") }
    }

    private func begin(_ text: String) {
        trace.append("")
        note("\n\(text)")
    }

    private func act(on replica: SyncReplica) throws {
        switch below(60) {
        case 0...35: try learn(with: replica)
        case 36: try kill(replica) { try learn(with: replica) }
        case 37: try reopen(replica)
        case 38: try restore(replica)
        case 39: try copy(over: replica)
        default: try sync(from: replicas[below(replicas.count)], to: replica)
        }
    }

    // MARK: - Syncing

    /// Makes a library in which nothing was done yet a copy of the first one.
    private func join(_ replica: SyncReplica) throws {
        replica.hasJoined = true
        if below(2) == 0, let copy = try replicas[0].library.firstCopy() {
            note("took over the file of 0")
            guard try replica.adopt(copy) else {
                throw SyncFailure(description: "An unused library takes over no other one")
            }
        } else {
            note("became a copy of 0")
            _ = try send(from: replicas[0], to: replica)
        }
    }

    /// One way, perhaps only some pages, in any order and more than once.
    private func sync(from other: SyncReplica, to replica: SyncReplica) throws {
        guard other !== replica else { return }
        var vector = try replica.vector(toldTo: other)
        var pages: [[UInt8]] = []
        while let page = try other.library.syncPage(
            after: vector,
            limit: any(200, 2_000, 60_000)
        ) {
            pages.append(page.bytes)
            vector = page.vector
            if page.isLast || below(6) == 0 { break }
        }
        if below(4) == 0 { pages.shuffle(using: &chance) }
        if below(4) == 0, let page = pages.first { pages.append(page) }
        if below(10) == 0, let page = pages.first {
            try mergePart(of: page, from: other, in: replica)
        }
        note("\(pages.count) pages from \(other.number)")
        // Pages that have come together may be merged later.
        let isLater = below(8) == 0
        let merge = {
            for page in pages {
                if isLater {
                    _ = try replica.library.merge(page, from: other.peer)
                } else {
                    _ = try replica.merge(page, from: other)
                }
            }
        }
        // What a log has is not taken back.
        if below(20) == 0, replica.log == nil {
            try kill(replica, during: merge)
        } else {
            try merge()
        }
        try written.add(from: replica)
    }

    /// A page that was cut changes nothing.
    private func mergePart(
        of page: [UInt8],
        from other: SyncReplica,
        in replica: SyncReplica
    ) throws {
        do throws(LibraryError) {
            let part = Array(page.prefix(below(page.count)))
            _ = try replica.library.merge(part, from: other.peer)
        } catch .refused {
            return note("a part of ")
        }
        throw SyncFailure(description: "A part of a page is merged")
    }

    /// All with one of them, as with a server, until nothing is left to send.
    private func settle() throws {
        let hub = replicas[below(replicas.count)]
        // Whoever hears last that sequences were used twice has something to tell again.
        var left = written.hasReusedSequences ? 2 : 1
        for _ in 0..<30 {
            var isQuiet = true
            for replica in replicas where replica !== hub {
                if try send(from: replica, to: hub) { isQuiet = false }
            }
            for replica in replicas where replica !== hub {
                if try send(from: hub, to: replica) { isQuiet = false }
            }
            if isQuiet { left -= 1 }
            if left == 0 { return }
        }
        throw SyncFailure(description: "The replicas never agree on having everything")
    }

    /// Sends all that the other lacks; false if that is nothing.
    func send(from sender: SyncReplica, to receiver: SyncReplica) throws -> Bool {
        var hasSent = false
        while let page = try sender.library.syncPage(after: receiver.vector(toldTo: sender)) {
            if page.facts > 0 { hasSent = true }
            _ = try receiver.merge(page.bytes, from: sender)
            if page.isLast { break }
        }
        try written.add(from: receiver)
        return hasSent
    }
}

struct SyncFailure: Error, CustomStringConvertible {
    var description: String
}
