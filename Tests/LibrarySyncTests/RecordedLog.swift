import Foundation
import Library
import Notes
import Threads

/// A log in memory.
final class RecordedLog: LibraryLog {
    struct Content {
        /// The file from which it begins.
        var base: Data
        var bodies: [[UInt8]] = []
        /// Counts what was appended.
        var number = 0
        var answers = 0
        var media: [MediaHash: [UInt8]] = [:]
        /// Whether nothing can be appended.
        var isDown = false
        /// Whether others may have the library.
        var isLost = false
        var isFileBehind = false
    }

    private let state: Locked<Content>

    init(base: Data = Data()) { state = Locked(Content(base: base)) }

    var content: Content { state.withLock { $0 } }

    func change(_ change: (inout Content) -> Void) { state.withLock { change(&$0) } }

    func checkHeld() throws(LibraryError) {
        if content.isLost { throw .unavailable }
    }

    func append(_ body: [UInt8], answers: Int) throws(LibraryError) -> String {
        guard !content.isDown else { throw .unavailable }
        return state.withLock { state in
            state.bodies.append(body)
            state.number += 1
            state.answers += answers
            return "\(state.number)"
        }
    }

    func append(fileAt path: String, marking mark: (String) throws -> Void) throws {
        guard !content.isDown else { throw LibraryError.unavailable }
        try mark("\(content.number + 1)")
        let base = try Data(contentsOf: URL(filePath: path))
        state.withLock { state in
            (state.base, state.bodies) = (base, [])
            state.number += 1
        }
    }

    func fileIsBehind() { change { $0.isFileBehind = true } }

    func put(_ bytes: [UInt8], under hash: MediaHash) { change { $0.media[hash] = bytes } }

    func content(of hash: MediaHash) -> [UInt8]? { content.media[hash] }

    func contains(_ hash: MediaHash) -> Bool { content.media[hash] != nil }

    func remove(_ hash: MediaHash) { change { $0.media[hash] = nil } }
}
