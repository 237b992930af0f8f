internal import Threads

/// The small file beside a library that holds the record of its lock; one object a process.
///
/// `@unchecked Sendable`: the lock lets one thread at a time at the file.
public final class LockRecordFile: @unchecked Sendable {
    /// Where it lies.
    public let path: String

    private let lock = Lock()
    // Guarded by `lock`: what the disk did not take, so that no try is free because it is full.
    private var unsaved: LockRecord?

    private static let maximumSize = 64 << 10

    /// The file that belongs to the library at `path`.
    public init(ofLibrary path: String) { self.path = path + "-keys-record" }

    /// Reads it; where there is none, or none that can be read, nothing has happened yet.
    public func read() -> LockRecord { lock.withLock { contents() } }

    /// Changes what is there, on the disk when this returns; one that does not take it keeps nobody from their library.
    public func change<Outcome, Failure: Error>(
        _ body: (inout LockRecord) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try lock.withLock { () throws(Failure) in
            var record = contents()
            let outcome = try body(&record)
            do throws(VaultError) {
                try WholeFile.write(Array(record.text.utf8), to: path)
                unsaved = nil
            } catch {
                unsaved = record
            }
            return outcome
        }
    }

    /// Keeps that something happened.
    public func keep(_ event: LockEvent) { change { record in record.add(event) } }

    private func contents() -> LockRecord {
        if let unsaved { return unsaved }
        guard let bytes = try? WholeFile.read(path, limit: Self.maximumSize),
            let text = String(validating: bytes, as: UTF8.self)
        else { return LockRecord() }
        return LockRecord(text)
    }
}
