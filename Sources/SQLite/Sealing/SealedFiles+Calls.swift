import CSQLite

// The functions that SQLite calls. Each finds its file or file system through the pointer that it is given.

extension sqlite3_vfs {
    /// A shim over another file system that opens sealed files.
    static func sealing(_ base: UnsafeMutablePointer<sqlite3_vfs>) -> sqlite3_vfs {
        var vfs = sqlite3_vfs()
        vfs.iVersion = 2
        vfs.szOsFile = Int32(MemoryLayout<omena_sqlite3_sealed_file>.stride) + base.pointee.szOsFile
        vfs.mxPathname = base.pointee.mxPathname
        vfs.xOpen = { vfs, name, file, flags, outFlags in
            SealedFiles.of(vfs).open(name, file, flags, outFlags)
        }
        vfs.xDelete = { vfs, name, isFlushed in
            let files = SealedFiles.of(vfs)
            let code = files.base.pointee.xDelete(files.base, name, isFlushed)
            if code == SQLITE_OK, let name {
                files.report { .delete(path: String(cString: name)) }
            }
            return code
        }
        vfs.xAccess = { vfs, name, flags, result in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xAccess(base, name, flags, result)
        }
        vfs.xFullPathname = { vfs, name, count, result in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xFullPathname(base, name, count, result)
        }
        vfs.xRandomness = { vfs, count, bytes in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xRandomness(base, count, bytes)
        }
        vfs.xSleep = { vfs, microseconds in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xSleep(base, microseconds)
        }
        vfs.xCurrentTime = { vfs, time in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xCurrentTime(base, time)
        }
        vfs.xCurrentTimeInt64 = { vfs, time in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xCurrentTimeInt64(base, time)
        }
        vfs.xGetLastError = { vfs, count, text in
            let base = SealedFiles.of(vfs).base
            return base.pointee.xGetLastError(base, count, text)
        }
        return vfs
    }
}

extension SealedFiles {
    fileprivate static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> SealedFiles {
        guard let data = vfs?.pointee.pAppData else {
            preconditionFailure("A file system without its owner")
        }
        return Unmanaged<SealedFiles>.fromOpaque(data).takeUnretainedValue()
    }

    fileprivate func open(
        _ name: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        // SQLite does not close a file without methods.
        file.pointee.pMethods = nil
        let part = SealedPart(openFlags: flags)
        let path = name.map { String(cString: $0) } ?? ""
        if part == .database, !isDatabase(at: path) { return SQLITE_CANTOPEN }
        let real = UnsafeMutableRawPointer(file)
            .advanced(by: MemoryLayout<omena_sqlite3_sealed_file>.stride)
            .assumingMemoryBound(to: sqlite3_file.self)
        let code = base.pointee.xOpen(base, name, real, flags, outFlags)
        guard code == SQLITE_OK else { return code }
        guard let opened = SealedFile(real: real, part: part, path: path, files: self) else {
            return SQLITE_CANTOPEN
        }
        let sealed = UnsafeMutableRawPointer(file)
            .assumingMemoryBound(to: omena_sqlite3_sealed_file.self)
        sealed.pointee.state = Unmanaged.passRetained(opened).toOpaque()
        sealed.pointee.base.pMethods = methods
        return SQLITE_OK
    }
}

extension SealedPart {
    fileprivate init(openFlags flags: Int32) {
        self =
            if flags & SQLITE_OPEN_MAIN_DB != 0 {
                .database
            } else if flags & SQLITE_OPEN_WAL != 0 {
                .log
            } else if flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL) != 0 {
                .journal
            } else {
                .temporary
            }
    }
}

extension SealedFile {
    fileprivate static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> SealedFile {
        handle(file).takeUnretainedValue()
    }

    fileprivate static func handle(
        _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> Unmanaged<SealedFile> {
        let sealed = file.map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: omena_sqlite3_sealed_file.self)
        }
        guard let state = sealed?.pointee.state else { preconditionFailure("A file without state") }
        return Unmanaged<SealedFile>.fromOpaque(state)
    }
}

/// Version 2 of SQLite's methods, because version 3 would map the cipher text into memory.
nonisolated(unsafe) private let methods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    methods.xClose = { file in
        let handle = SealedFile.handle(file)
        let code = handle.takeUnretainedValue().close()
        handle.release()
        file?.pointee.pMethods = nil
        return code
    }
    methods.xRead = { file, target, count, offset in
        let target = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        return SealedFile.of(file).read(into: target, at: Int(offset))
    }
    methods.xWrite = { file, source, count, offset in
        let source = UnsafeRawBufferPointer(start: source, count: Int(count))
        return SealedFile.of(file).write(source, at: Int(offset))
    }
    methods.xTruncate = { file, size in SealedFile.of(file).truncate(to: Int(size)) }
    methods.xSync = { file, flags in SealedFile.of(file).sync(flags: flags) }
    methods.xFileSize = { file, result in
        guard let size = SealedFile.of(file).fileSize() else {
            return omena_sqlite3_ioerr_read
        }
        result?.pointee = Int64(size)
        return SQLITE_OK
    }
    methods.xLock = { file, level in
        let file = SealedFile.of(file)
        return file.methods.xLock(file.real, level)
    }
    methods.xUnlock = { file, level in
        let file = SealedFile.of(file)
        return file.methods.xUnlock(file.real, level)
    }
    methods.xCheckReservedLock = { file, result in
        let file = SealedFile.of(file)
        return file.methods.xCheckReservedLock(file.real, result)
    }
    methods.xFileControl = { file, operation, argument in
        SealedFile.of(file).control(operation, argument)
    }
    methods.xSectorSize = { file in SealedFile.of(file).diskSectorSize }
    methods.xDeviceCharacteristics = { file in SealedFile.of(file).characteristics }
    methods.xShmMap = { file, number, size, isExtending, result in
        let (code, region) = SealedFile.of(file).mapIndex(
            number,
            size: size,
            isExtending: isExtending != 0
        )
        result?.pointee = region
        return code
    }
    methods.xShmLock = { file, first, count, flags in
        SealedFile.of(file).changeIndexLocks(first, count, flags)
    }
    methods.xShmBarrier = { _ in omena_memory_barrier() }
    methods.xShmUnmap = { file, _ in
        SealedFile.of(file).unmapIndex()
        return SQLITE_OK
    }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: methods)
    return UnsafePointer(pointer)
}()
