import CSQLite

/// An open file of the file system below a layer.
struct RealFile {
    let file: UnsafeMutablePointer<sqlite3_file>
    let methods: sqlite3_io_methods
    /// Whether SQLite opened it for writing.
    let isWritable: Bool

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        methods.xRead(file, target.baseAddress, Int32(target.count), Int64(offset))
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        methods.xWrite(file, source.baseAddress, Int32(source.count), Int64(offset))
    }

    /// Nil if it cannot be read.
    var size: Int? {
        var size: Int64 = 0
        return methods.xFileSize(file, &size) == SQLITE_OK ? Int(size) : nil
    }
}

/// One open file of a layer; its subclasses do something else than forwarding all calls to the real file.
class LayeredFile {
    final let real: RealFile

    init(_ real: RealFile) { self.real = real }

    func close() -> Int32 { real.methods.xClose(real.file) }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        real.read(into: target, at: offset)
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        real.write(source, at: offset)
    }

    func fileSize() -> Int? { real.size }

    func truncate(to size: Int) -> Int32 { real.methods.xTruncate(real.file, Int64(size)) }

    func sync(flags: Int32) -> Int32 { real.methods.xSync(real.file, flags) }

    func lock(_ level: Int32) -> Int32 { real.methods.xLock(real.file, level) }

    func unlock(_ level: Int32) -> Int32 { real.methods.xUnlock(real.file, level) }

    func checkReservedLock(_ result: UnsafeMutablePointer<Int32>?) -> Int32 {
        real.methods.xCheckReservedLock(real.file, result)
    }

    func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        real.methods.xFileControl(real.file, operation, argument)
    }

    var diskSectorSize: Int32 { real.methods.xSectorSize(real.file) }

    /// What the file system guarantees; see `SQLITE_IOCAP_ATOMIC` and the others.
    var characteristics: Int32 { real.methods.xDeviceCharacteristics(real.file) }

    // MARK: - The index of the log

    func mapIndex(
        _ number: Int32,
        size: Int32,
        isExtending: Bool
    ) -> (code: Int32, region: UnsafeMutableRawPointer?) {
        var region: UnsafeMutableRawPointer?
        let code = real.methods.xShmMap(real.file, number, size, isExtending ? 1 : 0, &region)
        return (code, region)
    }

    func changeIndexLocks(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        real.methods.xShmLock(real.file, first, count, flags)
    }

    func orderIndexAccess() { real.methods.xShmBarrier(real.file) }

    func unmapIndex(isDeleting: Bool) -> Int32 {
        real.methods.xShmUnmap(real.file, isDeleting ? 1 : 0)
    }
}
