import CSQLite
internal import Glibc

extension Connection {
    /// Whether the file's pages end in checksums.
    package var hasChecksums: Bool {
        var count: Int32 = -1
        // Asks for the number of reserved bytes.
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
        return count == PageChecksum.size
    }

    /// Compares all pages of the file with their checksums; nobody may write meanwhile.
    ///
    /// A power cut may have torn pages that the write-ahead log will replace, so nothing is compared while it has any.
    package func pageFlaws() -> PageFlaws {
        var flaws = PageFlaws()
        guard isLogEmpty() else { return flaws }
        withUnsafeMutablePointer(to: &flaws) { flaws in
            _ = sqlite3_file_control(handle, "main", PageFlaws.verifyOperation, flaws)
        }
        return flaws
    }

    /// Moves the write-ahead log into the file if possible, and returns whether nothing is left in it.
    ///
    /// False if the file was overwritten, because the log does not belong to what it holds now.
    func isLogEmpty() -> Bool {
        guard access == .write else {
            var status = stat()
            return stat(path + "-wal", &status) != 0 || status.st_size == 0
        }
        guard isOurs else { return false }
        var (count, done): (Int32, Int32) = (-1, -1)
        let code = sqlite3_wal_checkpoint_v2(
            handle,
            "main",
            SQLITE_CHECKPOINT_FULL,
            &count,
            &done
        )
        return code == SQLITE_OK && count == done
    }

    /// Writes the file anew, with checksums that fit what it holds.
    package func renewChecksums() throws(DatabaseError) {
        try checkFile()
        try reserveChecksums()
        try execute(script: "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        sqlite3_file_control(handle, "main", PageFlaws.acceptOperation, nil)
    }

    /// Marks an empty file as the program's and as one with checksums, which writes its first page; leaves other files alone.
    func createWithChecksums(applicationID: Int32) throws(DatabaseError) {
        guard try pragma("application_id") == "0", try pragma("page_count") == "0" else { return }
        try reserveChecksums()
        try execute(script: "PRAGMA application_id = \(applicationID)")
    }

    /// Has an effect on an empty database, and on others when they are written anew.
    func reserveChecksums() throws(DatabaseError) {
        var count = Int32(PageChecksum.size)
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
        guard code == SQLITE_OK else { throw DatabaseError(handle: handle) }
    }
}

extension Connection {
    /// A page as it is stored, its number starting at 0.
    func page(_ number: Int) throws(DatabaseError) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: CheckedPage.size)
        var failure: DatabaseError?
        page.withUnsafeMutableBytes { page in
            do throws(DatabaseError) {
                try readPage(number, into: page)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return page
    }

    /// The same into a buffer.
    func readPage(
        _ number: Int,
        into page: UnsafeMutableRawBufferPointer
    ) throws(DatabaseError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        let offset = Int64(number * CheckedPage.size)
        guard let file, let methods = file.pointee.pMethods else {
            throw DatabaseError(code: .inputOutput, message: "the file is not open")
        }
        let code = methods.pointee.xRead(file, page.baseAddress, Int32(page.count), offset)
        guard code == SQLITE_OK else {
            let code = ResultCode(rawValue: code)
            throw DatabaseError(code: code, message: code.description)
        }
    }

    /// How many pages of the file were read that are not as they were written.
    var wrongReads: Int { PageSum.ofFile(at: path, in: files).wrongReads }
}

extension ConnectionPool {
    /// How many pages of the file were read that are not as they were written.
    package var wrongReads: Int { PageSum.ofFile(at: path, in: files).wrongReads }
}

extension PageSum {
    fileprivate static func ofFile(at path: String, in files: SealedFiles?) -> PageSum {
        files?.sum(ofFileAt: path) ?? ChecksumFiles.shared.sum(ofFileAt: path)
    }
}
