package import SQLite
internal import Threads

/// Records the operations on a disk, and imitates the state of the disk after a power cut.
package struct RecordedDisk: Sendable {
    private struct State {
        var steps: [DiskStep] = []
        var before: [String: [UInt8]] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// Starts again with files that are safely on the disk.
    package func start(with files: [String: [UInt8]]) {
        state.withLock { $0 = State(before: files) }
    }

    package func record(_ step: DiskStep) { state.withLock { $0.steps.append(step) } }

    package var steps: [DiskStep] { state.withLock { $0.steps } }
    package var count: Int { state.withLock { $0.steps.count } }

    /// The files after a power cut: everything that was flushed, and a random part of the rest.
    ///
    /// - Parameter isFlushing: False ignores flushes, to check that a test notices a missing one.
    package func files(
        afterSteps count: Int,
        using generator: inout some RandomNumberGenerator,
        isFlushing: Bool = true
    ) -> [String: [UInt8]] {
        var disk = SimulatedDisk(state.withLock { $0.before })
        for step in steps.prefix(count) { disk.perform(step, isFlushing: isFlushing) }
        return disk.filesAfterPowerCut(using: &generator)
    }
}

/// Files by number, because a name may pass from one file to another.
private struct SimulatedDisk {
    private var contents: [Int: [UInt8]] = [:]
    /// The steps that are not flushed yet, by file.
    private var pending: [Int: [DiskStep]] = [:]
    private var names: [String: Int] = [:]
    /// The names that survive a power cut, and the changes of names that it may undo independently of each other.
    private var safeNames: [String: Int] = [:]
    private var nameChanges: [(file: Int, step: DiskStep)] = []
    private var fileCount = 0

    init(_ files: [String: [UInt8]]) {
        for (path, content) in files.sorted(by: { $0.key < $1.key }) {
            let number = file(at: path)
            contents[number] = content
        }
    }

    private mutating func file(at path: String) -> Int {
        if let file = names[path] { return file }
        fileCount += 1
        names[path] = fileCount
        safeNames[path] = fileCount
        contents[fileCount] = []
        return fileCount
    }

    mutating func perform(_ step: DiskStep, isFlushing: Bool) {
        switch step {
        case .write(let path, _, _), .truncate(let path, _):
            // A temporary file has no name.
            if !path.isEmpty { pending[file(at: path), default: []].append(step) }
        case .sync(let path):
            guard isFlushing, !path.isEmpty else { return }
            let file = file(at: path)
            for step in pending.removeValue(forKey: file) ?? [] { apply(step, to: file) }
        case .delete(let path):
            guard let file = names.removeValue(forKey: path) else { return }
            nameChanges.append((file, step))
        case .rename(let path, let target):
            guard let file = names.removeValue(forKey: path) else { return }
            names[target] = file
            nameChanges.append((file, step))
        case .syncFolder:
            guard isFlushing else { return }
            for change in nameChanges { apply(change) }
            nameChanges = []
        }
    }

    mutating func filesAfterPowerCut(
        using generator: inout some RandomNumberGenerator
    ) -> [String: [UInt8]] {
        for change in nameChanges where Bool.random(using: &generator) { apply(change) }
        var files: [String: [UInt8]] = [:]
        for (path, file) in safeNames.sorted(by: { $0.key < $1.key }) {
            for step in pending[file] ?? [] { apply(step, to: file, tornBy: &generator) }
            files[path] = contents[file]
        }
        return files
    }

    private mutating func apply(_ change: (file: Int, step: DiskStep)) {
        switch change.step {
        case .delete(let path):
            if safeNames[path] == change.file { safeNames[path] = nil }
        case .rename(let path, let target):
            if safeNames[path] == change.file { safeNames[path] = nil }
            safeNames[target] = change.file
        default: break
        }
    }

    private mutating func apply(_ step: DiskStep, to file: Int) {
        switch step {
        case .write(_, let offset, let bytes): write(bytes[...], at: offset, to: file)
        case .truncate(_, let size): resize(file, to: size)
        default: break
        }
    }

    /// Drops the step, applies a part of it, or applies it completely.
    private mutating func apply(
        _ step: DiskStep,
        to file: Int,
        tornBy generator: inout some RandomNumberGenerator
    ) {
        switch (step, UInt8.random(in: 0..<3, using: &generator)) {
        case (_, 0): break
        case (.write(_, let offset, let bytes), 1):
            for start in stride(from: 0, to: bytes.count, by: 512)
            where Bool.random(using: &generator) {
                let piece = bytes[start..<min(start + 512, bytes.count)]
                write(piece, at: offset + start, to: file)
            }
        default: apply(step, to: file)
        }
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int, to file: Int) {
        let end = offset + bytes.count
        if contents[file, default: []].count < end { resize(file, to: end) }
        contents[file, default: []].withUnsafeMutableBytes { content in
            bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: content[offset..<end]).copyMemory(
                    from: bytes
                )
            }
        }
    }

    private mutating func resize(_ file: Int, to size: Int) {
        let count = contents[file, default: []].count
        if count >= size {
            contents[file]?.removeLast(count - size)
        } else {
            contents[file]?.append(contentsOf: repeatElement(0, count: size - count))
        }
    }
}
