import CSQLite

// The functions that SQLite calls. Each finds its file or file system through the pointer that it is given.

extension sqlite3_vfs {
    /// A shim over another file system.
    static func layer(over base: UnsafeMutablePointer<sqlite3_vfs>) -> sqlite3_vfs {
        var vfs = sqlite3_vfs()
        vfs.iVersion = 2
        vfs.szOsFile =
            Int32(MemoryLayout<omena_sqlite3_layered_file>.stride) + base.pointee.szOsFile
        vfs.mxPathname = base.pointee.mxPathname
        vfs.xOpen = { vfs, name, file, flags, outFlags in
            FileLayer.of(vfs).open(name, file, flags, outFlags)
        }
        vfs.xDelete = { vfs, name, isFlushed in
            let layer = FileLayer.of(vfs)
            let code = layer.base.pointee.xDelete(layer.base, name, isFlushed)
            if code == SQLITE_OK, let name { layer.didDelete(String(cString: name)) }
            return code
        }
        vfs.xAccess = { vfs, name, flags, result in
            FileLayer.of(vfs).checkAccess(name, flags, result)
        }
        vfs.xFullPathname = { vfs, name, count, result in
            let base = FileLayer.of(vfs).base
            return base.pointee.xFullPathname(base, name, count, result)
        }
        vfs.xRandomness = { vfs, count, bytes in
            let base = FileLayer.of(vfs).base
            return base.pointee.xRandomness(base, count, bytes)
        }
        vfs.xSleep = { vfs, microseconds in
            let base = FileLayer.of(vfs).base
            return base.pointee.xSleep(base, microseconds)
        }
        vfs.xCurrentTime = { vfs, time in
            let base = FileLayer.of(vfs).base
            return base.pointee.xCurrentTime(base, time)
        }
        vfs.xCurrentTimeInt64 = { vfs, time in
            let base = FileLayer.of(vfs).base
            return base.pointee.xCurrentTimeInt64(base, time)
        }
        vfs.xGetLastError = { vfs, count, text in
            let base = FileLayer.of(vfs).base
            return base.pointee.xGetLastError(base, count, text)
        }
        return vfs
    }
}

extension FileLayer {
    fileprivate static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FileLayer {
        guard let data = vfs?.pointee.pAppData else {
            preconditionFailure("A file system without its owner")
        }
        return Unmanaged<FileLayer>.fromOpaque(data).takeUnretainedValue()
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
        let part = FilePart(openFlags: flags)
        let path = name.map { String(cString: $0) } ?? ""
        guard mayOpen(part, at: path) else { return SQLITE_CANTOPEN }
        guard changes(part) else { return base.pointee.xOpen(base, name, file, flags, outFlags) }
        let real = UnsafeMutableRawPointer(file)
            .advanced(by: MemoryLayout<omena_sqlite3_layered_file>.stride)
            .assumingMemoryBound(to: sqlite3_file.self)
        let realFlags = self.flags(flags)
        let code = base.pointee.xOpen(base, name, real, realFlags, outFlags)
        guard code == SQLITE_OK else { return code }
        if realFlags != flags { outFlags?.pointee = flags }
        guard let methods = real.pointee.pMethods else { return SQLITE_CANTOPEN }
        let opened = self.file(
            RealFile(
                file: real,
                methods: methods.pointee,
                isWritable: realFlags & SQLITE_OPEN_READWRITE != 0
            ),
            part,
            at: path
        )
        let layered = UnsafeMutableRawPointer(file)
            .assumingMemoryBound(to: omena_sqlite3_layered_file.self)
        layered.pointee.state = Unmanaged.passRetained(opened).toOpaque()
        layered.pointee.base.pMethods = layeredMethods
        return SQLITE_OK
    }
}

extension FilePart {
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

extension LayeredFile {
    fileprivate static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> LayeredFile {
        handle(file).takeUnretainedValue()
    }

    fileprivate static func handle(
        _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> Unmanaged<LayeredFile> {
        let layered = file.map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: omena_sqlite3_layered_file.self)
        }
        guard let state = layered?.pointee.state else {
            preconditionFailure("A file without state")
        }
        return Unmanaged<LayeredFile>.fromOpaque(state)
    }
}

/// Version 2 of SQLite's methods, because version 3 would map the file into memory, past the layer.
nonisolated(unsafe) private let layeredMethods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    methods.xClose = { file in
        let handle = LayeredFile.handle(file)
        let code = handle.takeUnretainedValue().close()
        handle.release()
        file?.pointee.pMethods = nil
        return code
    }
    methods.xRead = { file, target, count, offset in
        let target = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
        return LayeredFile.of(file).read(into: target, at: Int(offset))
    }
    methods.xWrite = { file, source, count, offset in
        let source = UnsafeRawBufferPointer(start: source, count: Int(count))
        return LayeredFile.of(file).write(source, at: Int(offset))
    }
    methods.xTruncate = { file, size in LayeredFile.of(file).truncate(to: Int(size)) }
    methods.xSync = { file, flags in LayeredFile.of(file).sync(flags: flags) }
    methods.xFileSize = { file, result in
        guard let size = LayeredFile.of(file).fileSize() else {
            return omena_sqlite3_ioerr_read
        }
        result?.pointee = Int64(size)
        return SQLITE_OK
    }
    methods.xLock = { file, level in LayeredFile.of(file).lock(level) }
    methods.xUnlock = { file, level in LayeredFile.of(file).unlock(level) }
    methods.xCheckReservedLock = { file, result in
        LayeredFile.of(file).checkReservedLock(result)
    }
    methods.xFileControl = { file, operation, argument in
        LayeredFile.of(file).control(operation, argument)
    }
    methods.xSectorSize = { file in LayeredFile.of(file).diskSectorSize }
    methods.xDeviceCharacteristics = { file in LayeredFile.of(file).characteristics }
    methods.xShmMap = { file, number, size, isExtending, result in
        let (code, region) = LayeredFile.of(file).mapIndex(
            number,
            size: size,
            isExtending: isExtending != 0
        )
        result?.pointee = region
        return code
    }
    methods.xShmLock = { file, first, count, flags in
        LayeredFile.of(file).changeIndexLocks(first, count, flags)
    }
    methods.xShmBarrier = { file in LayeredFile.of(file).orderIndexAccess() }
    methods.xShmUnmap = { file, isDeleting in
        LayeredFile.of(file).unmapIndex(isDeleting: isDeleting != 0)
    }
    let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    pointer.initialize(to: methods)
    return UnsafePointer(pointer)
}()
