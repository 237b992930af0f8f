import SQLite
import TestChance
import Threads

/// What a disk was told to do, and what of it may be there when the power comes back.
struct RecordedDisk: Sendable {
    private struct State {
        var steps: [DiskStep] = []
        var before: [String: [UInt8]] = [:]
    }

    private let state = Locked(State())

    /// Starts over from files as they lie on the disk, all of them safe.
    func start(with files: [String: [UInt8]]) {
        state.withLock { $0 = State(before: files) }
    }

    func record(_ step: DiskStep) { state.withLock { $0.steps.append(step) } }

    var steps: [DiskStep] { state.withLock { $0.steps } }
    var count: Int { state.withLock { $0.steps.count } }

    /// The files when power is lost after so many steps: what was flushed is there, and of the rest what chance leaves.
    ///
    /// - Parameter isFlushing: false takes no notice of flushes, to see whether the exam would notice a lost one.
    func files(
        afterSteps count: Int,
        using chance: inout some RandomNumberGenerator,
        isFlushing: Bool = true
    ) -> [String: [UInt8]] {
        var safe = state.withLock { $0.before }
        var pending: [String: [DiskStep]] = [:]
        for step in steps.prefix(count) {
            switch step {
            case .write(let path, _, _), .truncate(let path, _):
                pending[path, default: []].append(step)
            case .sync(let path):
                guard isFlushing else { continue }
                for step in pending.removeValue(forKey: path) ?? [] { apply(step, to: &safe[path]) }
                if safe[path] == nil { safe[path] = [] }
            case .delete(let path):
                pending[path] = nil
                safe[path] = nil
            }
        }
        for (path, steps) in pending.sorted(by: { $0.key < $1.key }) {
            for step in steps { apply(step, to: &safe[path], tornBy: &chance) }
        }
        return safe
    }

    private func apply(_ step: DiskStep, to file: inout [UInt8]?) {
        switch step {
        case .write(_, let offset, let bytes): write(bytes, at: offset, to: &file)
        case .truncate(_, let size): resize(&file, to: size)
        case .sync, .delete: break
        }
    }

    private func apply(
        _ step: DiskStep,
        to file: inout [UInt8]?,
        tornBy chance: inout some RandomNumberGenerator
    ) {
        switch (step, UInt8.random(in: 0..<3, using: &chance)) {
        case (_, 0): break
        case (.write(_, let offset, let bytes), 1):
            for start in stride(from: 0, to: bytes.count, by: 512)
            where Bool.random(using: &chance) {
                write(
                    Array(bytes[start..<min(start + 512, bytes.count)]),
                    at: offset + start,
                    to: &file
                )
            }
        default: apply(step, to: &file)
        }
    }

    private func write(_ bytes: [UInt8], at offset: Int, to file: inout [UInt8]?) {
        var content = file ?? []
        if content.count < offset + bytes.count {
            content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
        }
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        file = content
    }

    private func resize(_ file: inout [UInt8]?, to size: Int) {
        let content = file ?? []
        file =
            content.count >= size
            ? Array(content.prefix(size))
            : content + [UInt8](repeating: 0, count: size - content.count)
    }
}
