import CSQLite
internal import Glibc
internal import Threads

/// One open file of a sealed file system: reads and writes at any offset, in whole sectors underneath.
///
/// A sector may contain the end of one log frame and the start of the next, and be read while the latter is written, so a
/// lock guards reading and writing parts of sectors. Whole sectors are guarded by SQLite's locks.
final class SealedFile: LayeredFile, PageStore {
    private let part: FilePart
    private let path: String
    private let cipher: any SectorCipher
    private let files: SealedFiles
    /// The offset of the first sector.
    private let firstOffset: Int
    private var held = LogIndex.HeldLocks()
    private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var frames = PendingFrames()
    /// The pages of a database, each of which is one sector.
    private var pages: CheckedPages?
    private var pageBuffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    private static let sectorSize = SealedFiles.sectorSize

    init(_ real: RealFile, part: FilePart, path: String, files: SealedFiles) {
        self.part = part
        self.path = path
        self.files = files
        cipher = files.cipher(part)
        firstOffset = part == .database ? files.headerSize : 0
        super.init(real)
        guard part == .database else { return }
        pageBuffer = .allocate(byteCount: Self.sectorSize, alignment: Self.sectorSize)
        pages = CheckedPages(
            in: self,
            sharing: files.sum(ofFileAt: path),
            isWritable: real.isWritable
        )
    }

    deinit {
        frames.close()
        for buffer in [buffer, pageBuffer] {
            guard let start = buffer.baseAddress else { continue }
            explicit_bzero(start, buffer.count)
            buffer.deallocate()
        }
    }

    override func close() -> Int32 {
        pages?.close()
        files.index.unmap(for: &held)
        return super.close()
    }

    // MARK: - Bytes

    override func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = writeFrames()
        guard code == SQLITE_OK else { return code }
        let sectors = Sectors(offset: offset, count: target.count)
        if sectors.areWhole {
            let code = read(target, from: sectors.first)
            guard code == SQLITE_OK, let pages, CheckedPages.isPage(target.count, at: offset)
            else { return code }
            // Nobody else can write to a sealed file without damaging it.
            return pages.accept(target, at: offset) || !files.isSealing ? code : SQLITE_CORRUPT
        }
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

    override func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        guard part == .log else { return writePage(source, at: offset) }
        if !frames.canAppend(source, at: offset) {
            let code = writeFrames()
            guard code == SQLITE_OK else { return code }
            guard frames.canAppend(source, at: offset) else { return writeNow(source, at: offset) }
        }
        return frames.append(source, at: offset) ? writeFrames() : SQLITE_OK
    }

    private func writePage(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        guard let pages, CheckedPages.isPage(source.count, at: offset) else {
            return writeNow(source, at: offset)
        }
        pageBuffer.copyMemory(from: source)
        return pages.write(pageBuffer, at: offset) {
            writeNow(UnsafeRawBufferPointer(pageBuffer), at: offset)
        }
    }

    /// Writes delayed frames; drops them if that fails, as SQLite then rolls the transaction back.
    private func writeFrames() -> Int32 {
        guard !frames.bytes.isEmpty else { return SQLITE_OK }
        defer { frames.removeAll() }
        guard frames.canFollow(size()) else { return ResultCode.moved.rawValue }
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
    override func fileSize() -> Int? { writeFrames() == SQLITE_OK ? size() : nil }

    private func size() -> Int? {
        guard let size = real.size else { return nil }
        // An incomplete last sector comes from a torn write that was never acknowledged.
        return max(0, size - firstOffset) / Self.sectorSize * Self.sectorSize
    }

    override func truncate(to size: Int) -> Int32 {
        let written = writeFrames()
        guard written == SQLITE_OK else { return written }
        guard let pages else { return truncateNow(to: size) }
        return pages.truncate(toSize: size) { truncateNow(to: size) }
    }

    private func truncateNow(to size: Int) -> Int32 {
        let sectors = (size + Self.sectorSize - 1) / Self.sectorSize
        let size = firstOffset + sectors * Self.sectorSize
        let code = super.truncate(to: size)
        if code == SQLITE_OK { files.report { .truncate(path: path, size: size) } }
        return code
    }

    override func sync(flags: Int32) -> Int32 {
        let written = writeFrames()
        guard written == SQLITE_OK else { return written }
        let code = super.sync(flags: flags)
        if code == SQLITE_OK { files.report { .sync(path: path) } }
        return code
    }

    /// Reads whole sectors; sectors beyond the end of the file, and those never written, are zeros.
    private func read(_ target: UnsafeMutableRawBufferPointer, from first: Int) -> Int32 {
        let code = real.read(into: target, at: firstOffset + first * Self.sectorSize)
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
        let code = real.write(UnsafeRawBufferPointer(buffer), at: offset)
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
    override func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        switch operation {
        case SQLITE_FCNTL_PERSIST_WAL, SQLITE_FCNTL_POWERSAFE_OVERWRITE, SQLITE_FCNTL_HAS_MOVED,
            SQLITE_FCNTL_LAST_ERRNO, SQLITE_FCNTL_TEMPFILENAME:
            super.control(operation, argument)
        default: pages?.control(operation, argument) ?? SQLITE_NOTFOUND
        }
    }

    // MARK: - PageStore

    var pageCount: Int { (size() ?? 0) / Self.sectorSize }

    func readPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) -> Int32 {
        read(page, from: number)
    }

    func writePage(_ number: Int, _ page: UnsafeRawBufferPointer) -> Int32 {
        writeNow(page, at: number * Self.sectorSize)
    }

    func flush() -> Int32 { sync(flags: SQLITE_SYNC_NORMAL) }

    func checksum(of content: UnsafeRawBufferPointer, page: UInt64) -> PageChecksum {
        cipher.checksum(of: content, page: page)
    }

    override var diskSectorSize: Int32 { max(super.diskSectorSize, Int32(Self.sectorSize)) }

    /// The disk's guarantees hold for sectors as well, except those about the sizes of writes.
    override var characteristics: Int32 {
        super.characteristics
            & (SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN)
    }

    // MARK: - The index of the log

    override func mapIndex(
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

    override func changeIndexLocks(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        files.index.change(Int(first)..<Int(first + count), flags: flags, for: &held)
    }

    override func orderIndexAccess() { omena_memory_barrier() }

    override func unmapIndex(isDeleting: Bool) -> Int32 {
        files.index.unmap(for: &held)
        return SQLITE_OK
    }
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
