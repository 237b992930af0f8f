internal import Sodium
internal import Threads

/// The file beside a library that holds the record of its lock; a process has one object for it.
package struct LockRecordFile: Sendable {
    package let path: String

    /// A record that could not be written, so that failed attempts count even on a full disk.
    ///
    /// Its lock also guards the file.
    private let unsaved = Locked<LockRecord?>(nil)

    private static let maximumSize = 64 << 10

    package init(ofLibrary path: String) { self.path = path + "-keys-record" }

    /// Reads the record; an empty one if the file is missing or unreadable.
    package func read() -> LockRecord { unsaved.withLock { contents(unsaved: $0) } }

    /// Changes the record and writes it to disk before returning.
    ///
    /// A write that fails is not an error, because it must not keep the learner from the library.
    package func change<Outcome, Failure: Error>(
        _ body: (inout LockRecord) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        try unsaved.withLock { (unsaved) throws(Failure) in
            var record = contents(unsaved: unsaved)
            let outcome = try body(&record)
            do throws(VaultError) {
                try AtomicFile.write(Array(record.text.utf8), to: path)
                unsaved = nil
            } catch {
                unsaved = record
            }
            return outcome
        }
    }

    /// Gives a browser in which a key was right a count of its own, by a token that only it has.
    package func meet(_ token: String, at moment: Int64) {
        change { record in record.meet(Digest(of: token.utf8), at: moment) }
    }

    package func add(_ event: LockEvent) { change { record in record.add(event) } }

    private func contents(unsaved: LockRecord?) -> LockRecord {
        if let unsaved { return unsaved }
        guard let bytes = try? AtomicFile.read(path, limit: Self.maximumSize),
            let text = String(validating: bytes, as: UTF8.self)
        else { return LockRecord() }
        return LockRecord(text)
    }
}
