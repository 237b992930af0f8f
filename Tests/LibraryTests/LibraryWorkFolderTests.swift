import Foundation
import Library
import Notes
import TestFolder
import Testing
import Vault

/// Temporary files are beside a plain library and in memory for a sealed one, and do not outlive its use.
struct LibraryWorkFolderTests {
    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// What a killed process leaves behind.
    private func leave(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/inside",
            withIntermediateDirectories: true
        )
        #expect(chmod(folder, 0o700) == 0)
        try Data("secret".utf8).write(to: URL(filePath: "\(folder)/inside/upload"))
    }

    @Test(arguments: [false, true])
    func isDeletedWhenTheLibraryIsClosedOrOpened(isSealed: Bool) throws {
        let fresh = try FreshLibrary(sealedWith: isSealed ? VaultKey() : nil)
        let folder = try fresh.library.workFolder()
        #expect(folder.hasPrefix(isSealed ? "/dev/shm/omena-" : "\(fresh.path)-temporary-"))
        #expect(try fresh.library.workFolder() == folder)
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        try leave(folder)

        try fresh.library.close()

        #expect(!exists(folder))
        try leave(folder)
        try fresh.reopen()
        #expect(!exists(folder))
        #expect(try fresh.library.check().findings == [])
    }

    @Test func isDeletedWhenALockedLibraryIsHeld() throws {
        let fresh = try FreshLibrary(sealedWith: VaultKey())
        let folder = try fresh.library.workFolder()
        try fresh.library.close()
        try leave(folder)

        let locked = try #require(try LockedLibrary(at: fresh.path))
        defer { locked.close() }

        #expect(!exists(folder))
    }

    /// It may be in use by the process that has the library open.
    @Test func isNotDeletedByAnotherProcess() throws {
        let fresh = try FreshLibrary()
        let folder = try fresh.library.workFolder()

        #expect(throws: LibraryError.inUse(path: fresh.path)) {
            try Library.open(at: fresh.path, key: fresh.key) { Moment(milliseconds: 0) }
        }

        #expect(exists(folder))
    }
}
