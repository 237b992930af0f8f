import Glibc
import TestFolder
import Testing

@testable import Vault

struct PrivateFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func isForItsOwnerAloneAndCreatedOnce() throws {
        let path = folder.path("a")

        try PrivateFolder.create(path)
        try PrivateFolder.create(path)

        #expect(permissions(of: path) == 0o700)
    }

    @Test func parentsAreCreatedOnlyOnRequest() throws {
        let path = folder.path("a/b/c")

        #expect(throws: VaultError.disk(path, ENOENT)) { try PrivateFolder.create(path) }
        #expect(permissions(of: folder.path("a")) == nil)
        try PrivateFolder.create(path, withParents: true)

        for name in ["a", "a/b", "a/b/c"] {
            #expect(permissions(of: folder.path(name)) == 0o700)
        }
    }

    @Test func aFileIsNoFolder() throws {
        let path = folder.path("a")
        try AtomicFile.write([], to: path)

        #expect(throws: VaultError.disk(path, ENOTDIR)) { try PrivateFolder.create(path) }
        #expect(throws: VaultError.disk("\(path)/b", ENOTDIR)) {
            try PrivateFolder.create("\(path)/b", withParents: true)
        }
    }

    private func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
}
