internal import Compression
internal import Glibc
internal import Languages
internal import LibraryValues
internal import Notes
internal import Storage
internal import Threads

// A library in which nothing was done yet takes over another one's file, because a million facts one by one take a minute.

extension Library {
    /// Writes everything that another replica needs to a compressed file; false where that has to come as facts.
    ///
    /// A sealed library never leaves its content in a file that is not sealed.
    package func writeFirstCopy(to path: String) throws(LibraryError) -> Bool {
        try translatingErrors {
            guard !isSealed, try !database.read({ try $0.isUnused() }) else { return false }
            let plain = path + "-plain"
            defer { FirstCopy.remove(plain) }
            try Disk.createFile(plain)
            try database.copy(to: plain) { _ in }
            let copy = try Database(path: plain, now: now())
            do {
                try copy.write { try $0.removeLocal() }
                try copy.close()
            } catch {
                try? copy.close()
                throw error
            }
            try FirstCopy.compress(plain, to: path)
            return true
        }
    }

    /// Replaces this library, in which nothing was done yet, with what another one's `writeFirstCopy` has written.
    ///
    /// False where that has to come as facts. This file keeps its own settings, browsers, programs and peers.
    package func adoptFirstCopy(_ bytes: [UInt8]) throws(LibraryError) -> Bool {
        try translatingErrors {
            try maintenanceLock.withLock {
                guard !isSealed else { return false }
                let received = try workFolder() + "/received"
                defer { FirstCopy.remove(received) }
                try FirstCopy.decompress(bytes, to: received)
                var inherited = try inherited()
                inherited.settings = try database.read { try $0.localSettings() }
                let staged = try StagedLibrary(
                    of: received,
                    at: path + "-restoring",
                    key: key,
                    inherited: inherited,
                    now: now(),
                    isMoved: true
                ) { _ in }
                defer { try? staged.remove() }
                guard try database.read({ try $0.isUnused() }) else { return false }
                _ = try makeBackup(.replaced) { _ in }
                try database.replace(
                    with: staged.path,
                    in: key.files(at: staged.path),
                    progress: { _ in },
                    done: { setIdentity(staged.identity) }
                )
                return true
            }
        }
    }
}

/// A file in pieces, each of which is a frame of Zstandard.
private enum FirstCopy {
    private static let pieceSize = 4 << 20
    /// No library is larger than this when it is first copied; larger ones are sent as facts.
    private static let maximumSize = 16 << 30

    static func compress(_ path: String, to other: String) throws {
        let source = try File(path, "re")
        let target = try File(other, "wxe")
        try OrderedParallelMap.run { (put: @escaping ([UInt8]) throws -> Void) in
            while let piece = try source.read(pieceSize) { try put(piece) }
        } transform: { _, piece in
            Zstd.compress(piece, level: 1)
        } consume: { piece in
            try piece.withUnsafeBytes { try target.write($0) }
        }
        try target.finish()
    }

    static func decompress(_ bytes: [UInt8], to path: String) throws {
        try Disk.createFile(path)
        let target = try File(path, "we")
        let decompressor = ZstdDecompressor(named: "copy", limit: maximumSize)
        do {
            try bytes.withUnsafeBytes { try decompressor.take($0) { try target.write($0) } }
            try decompressor.finish()
        } catch is ArchiveError {
            throw LibraryError.refused("What came from the other device is damaged. Try again.")
        }
        try target.finish()
    }

    static func remove(_ path: String) {
        for ending in ["", "-wal", "-shm"] { try? Disk.remove(path + ending) }
    }

    private struct File: ~Copyable {
        private let path: String
        private let file: UnsafeMutablePointer<FILE>

        init(_ path: String, _ mode: String) throws {
            guard let file = fopen(path, mode) else { throw Disk.failure(path, errno) }
            self.path = path
            self.file = file
        }

        deinit { fclose(file) }

        /// The next bytes; nil at the end.
        func read(_ count: Int) throws -> [UInt8]? {
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
                read = fread(buffer.baseAddress, 1, count, file)
            }
            guard ferror(file) == 0 else { throw Disk.failure(path, errno) }
            return bytes.isEmpty ? nil : bytes
        }

        func write(_ bytes: UnsafeRawBufferPointer) throws {
            guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else {
                throw Disk.failure(path, errno)
            }
        }

        func finish() throws {
            guard fflush(file) == 0 else { throw Disk.failure(path, errno) }
        }
    }
}
