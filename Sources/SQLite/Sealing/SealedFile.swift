import CSQLite
internal import Glibc
internal import Threads

/// One open file of a sealed file system: reads and writes at any offset, in whole sectors underneath.
///
/// A sector may contain the end of one log frame and the start of the next, and be read while the latter is written, so a
/// lock guards reading and writing parts of sectors. Whole sectors are guarded by SQLite's locks.
final class SealedFile {
    let real: UnsafeMutablePointer<sqlite3_file>
    let methods: sqlite3_io_methods
    private let part: SealedPart
    private let path: String
    private let cipher: any SectorCipher
    private let files: SealedFiles
    /// The offset of the first sector.
    private let firstOffset: Int
    private var held = LogIndex.HeldLocks()
    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var frames = PendingFrames()

    private static let sectorSize = SealedFiles.sectorSize

    init?(
        real: UnsafeMutablePointer<sqlite3_file>,
        part: SealedPart,
        path: String,
        files: SealedFiles
    ) {
        guard let methods = real.pointee.pMethods else { return nil }
        self.real = real
        self.methods = methods.pointee
        self.part = part
        self.path = path
        self.files = files
        cipher = files.cipher(part)
        firstOffset = part == .database ? files.headerSize : 0
    }

    deinit {
        frames.close()
        guard let start = buffer.baseAddress else { return }
        explicit_bzero(start, buffer.count)
        buffer.deallocate()
    }

    func close() -> Int32 {
        files.index.unmap(for: &held)
        return methods.xClose(real)
    }

    // MARK: - Bytes

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = writeFrames()
        guard code == SQLITE_OK else { return code }
        let sectors = Sectors(offset: offset, count: target.count)
        if sectors.areWhole { return read(target, from: sectors.first) }
        return files.shared(part).withReading {
            let buffer = buffer(for: sectors.size)
            let code = read(buffer, from: sectors.first)
            guard code == SQLITE_OK || code == omena_sqlite3_ioerr_short_read else {
                return code
            }
            target.copyMemory(from: sectors.slice(of: buffer))
            return code
        }
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        guard part == .log else { return writeNow(source, at: offset) }
        if !frames.canAppend(source, at: offset) {
            let code = writeFrames()
            guard code == SQLITE_OK else { return code }
            guard frames.canAppend(source, at: offset) else { return writeNow(source, at: offset) }
        }
        return frames.append(source, at: offset) ? writeFrames() : SQLITE_OK
    }

    /// Writes delayed frames; drops them if that fails, as SQLite then rolls the transaction back.
    private func writeFrames() -> Int32 {
        guard !frames.bytes.isEmpty else { return SQLITE_OK }
        defer { frames.removeAll() }
        return writeNow(frames.bytes, at: frames.offset)
    }

    private func writeNow(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        let sectors = Sectors(offset: offset, count: source.count)
        if sectors.areWhole { return write(source, sectors) }
        return files.shared(part).withWriting {
            let buffer = buffer(for: sectors.size)
            var ends: [Int] = []
            if sectors.startsInside { ends.append(0) }
            if sectors.endsInside, sectors.count > 1 || !sectors.startsInside {
                ends.append(sectors.count - 1)
            }
            for end in ends {
                let sector = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[end * Self.sectorSize..<(end + 1) * Self.sectorSize]
                )
                let code = read(sector, from: sectors.first + end)
                guard code == SQLITE_OK || code == omena_sqlite3_ioerr_short_read else {
                    return code
                }
            }
            return write(source, sectors)
        }
    }

    /// The size of the file in whole sectors; nil if it cannot be read.
    func fileSize() -> Int? { writeFrames() == SQLITE_OK ? size() : nil }

    private func size() -> Int? {
        var size: Int64 = 0
        guard methods.xFileSize(real, &size) == SQLITE_OK else { return nil }
        // An incomplete last sector comes from a torn write that was never acknowledged.
        return max(0, Int(size) - firstOffset) / Self.sectorSize * Self.sectorSize
    }

    func truncate(to size: Int) -> Int32 {
        let written = writeFrames()
        guard written == SQLITE_OK else { return written }
        let sectors = (size + Self.sectorSize - 1) / Self.sectorSize
        let size = firstOffset + sectors * Self.sectorSize
        let code = methods.xTruncate(real, Int64(size))
        if code == SQLITE_OK { files.report { .truncate(path: path, size: size) } }
        return code
    }

    func sync(flags: Int32) -> Int32 {
        let written = writeFrames()
        guard written == SQLITE_OK else { return written }
        let code = methods.xSync(real, flags)
        if code == SQLITE_OK { files.report { .sync(path: path) } }
        return code
    }

    /// Reads whole sectors; sectors beyond the end of the file, and those never written, are zeros.
    private func read(_ target: UnsafeMutableRawBufferPointer, from first: Int) -> Int32 {
        let code = methods.xRead(
            real,
            target.baseAddress,
            Int32(target.count),
            Int64(firstOffset + first * Self.sectorSize)
        )
        var available = target.count
        if code == omena_sqlite3_ioerr_short_read {
            guard let size = size() else { return omena_sqlite3_ioerr_read }
            available = min(available, max(0, size - first * Self.sectorSize))
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[available...])
            rest.initializeMemory(as: UInt8.self, repeating: 0)
        } else if code != SQLITE_OK {
            return code
        }
        // A hole in the file reads as zeros, and no sector's cipher text consists of zeros.
        for start in stride(from: 0, to: available, by: Self.sectorSize) {
            let sector = UnsafeMutableRawBufferPointer(
                rebasing: target[start..<start + Self.sectorSize]
            )
            guard !sector.isAllZeros else { continue }
            cipher.decrypt(sector, from: UInt64(first + start / Self.sectorSize))
        }
        return code
    }

    private func write(_ source: UnsafeRawBufferPointer, _ sectors: Sectors) -> Int32 {
        let buffer = buffer(for: sectors.size)
        sectors.slice(of: buffer).copyMemory(from: source)
        cipher.encrypt(buffer, from: UInt64(sectors.first))
        let offset = firstOffset + sectors.first * Self.sectorSize
        let code = methods.xWrite(real, buffer.baseAddress, Int32(buffer.count), Int64(offset))
        if code == SQLITE_OK {
            files.report { .write(path: path, offset: offset, bytes: Array(buffer)) }
        }
        return code
    }

    /// A buffer of `size` bytes, which is reused by the next call.
    private func buffer(for size: Int) -> UnsafeMutableRawBufferPointer {
        if buffer.count < size {
            if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
            buffer.deallocate()
            buffer = .allocate(byteCount: size, alignment: Self.sectorSize)
        }
        return UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
    }

    // MARK: - Forwarded calls

    /// Only harmless operations are forwarded; most others would bypass encryption.
    func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        switch operation {
        case SQLITE_FCNTL_PERSIST_WAL, SQLITE_FCNTL_POWERSAFE_OVERWRITE, SQLITE_FCNTL_HAS_MOVED,
            SQLITE_FCNTL_LAST_ERRNO, SQLITE_FCNTL_TEMPFILENAME:
            methods.xFileControl(real, operation, argument)
        default: SQLITE_NOTFOUND
        }
    }

    var diskSectorSize: Int32 { max(methods.xSectorSize(real), Int32(Self.sectorSize)) }

    /// The disk's guarantees hold for sectors as well, except those about the sizes of writes.
    var characteristics: Int32 {
        methods.xDeviceCharacteristics(real)
            & (SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN)
    }

    // MARK: - The index of the log

    func mapIndex(
        _ number: Int32,
        size: Int32,
        isExtending: Bool
    ) -> (code: Int32, region: UnsafeMutableRawPointer?) {
        files.index.map(
            Int(number),
            size: Int(size),
            isExtending: isExtending,
            of: path,
            for: &held
        )
    }

    func changeIndexLocks(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        files.index.change(Int(first)..<Int(first + count), flags: flags, for: &held)
    }

    func unmapIndex() { files.index.unmap(for: &held) }
}

/// The sectors that a range of bytes touches.
private struct Sectors {
    private let offset: Int
    private let length: Int
    let first: Int
    let count: Int

    private static let size = SealedFiles.sectorSize

    init(offset: Int, count: Int) {
        self.offset = offset
        length = count
        first = offset / Self.size
        self.count = (offset + count + Self.size - 1) / Self.size - first
    }

    var size: Int { count * Self.size }
    var startsInside: Bool { offset % Self.size != 0 }
    var endsInside: Bool { (offset + length) % Self.size != 0 }
    var areWhole: Bool { !startsInside && !endsInside }

    /// The bytes' part of the sectors.
    func slice(of buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
        let start = offset - first * Self.size
        return UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + length])
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func copyMemory(from other: UnsafeMutableRawBufferPointer) {
        copyMemory(from: UnsafeRawBufferPointer(other))
    }

    /// The first bytes nearly always decide.
    fileprivate var isAllZeros: Bool {
        loadUnaligned(as: UInt64.self) == 0 && allSatisfy { $0 == 0 }
    }
}
