import CSQLite

/// A write-ahead log to which the frames of a transaction are written at once, because SQLite writes each in two parts.
final class LogFile: LayeredFile {
    private var frames = PendingFrames()

    deinit { frames.free() }

    override func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let code = writeFrames()
        return code == SQLITE_OK ? super.read(into: target, at: offset) : code
    }

    override func write(_ source: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        if !frames.canAppend(source, at: offset) {
            let code = writeFrames()
            guard code == SQLITE_OK else { return code }
            guard frames.canAppend(source, at: offset) else {
                return super.write(source, at: offset)
            }
        }
        return frames.append(source, at: offset) ? writeFrames() : SQLITE_OK
    }

    override func fileSize() -> Int? { writeFrames() == SQLITE_OK ? super.fileSize() : nil }

    override func truncate(to size: Int) -> Int32 {
        let code = writeFrames()
        return code == SQLITE_OK ? super.truncate(to: size) : code
    }

    override func sync(flags: Int32) -> Int32 {
        let code = writeFrames()
        return code == SQLITE_OK ? super.sync(flags: flags) : code
    }

    /// Writes delayed frames; drops them if that fails, as SQLite then rolls the transaction back.
    private func writeFrames() -> Int32 {
        guard !frames.bytes.isEmpty else { return SQLITE_OK }
        // A thousand open libraries would keep a hundred megabytes.
        defer { frames.free() }
        guard frames.canFollow(real.size) else { return ResultCode.moved.rawValue }
        return super.write(frames.bytes, at: frames.offset)
    }
}
