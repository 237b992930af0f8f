import Glibc
import LibraryValues
import TestFolder
import Testing
import Threads

@testable import AnkiConnect

struct ConnectMediaTests {
    private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0]

    /// The examples of RFC 1321.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func hashesAreMD5(_ text: String, _ hash: String) {
        #expect(MD5.text(of: Array(text.utf8)) == hash)
    }

    @Test(arguments: [
        ("cat.png", "cat.png"), ("a/b\\c:d.mp3", "abcd.mp3"), ("[sound:x].mp3", "soundx.mp3"),
        ("..png", "png"), (String(repeating: ".", count: 500_000) + "a.png", "a.png"),
        ("", "unnamed"), ("e\u{301}.png", "é.png"), ("_x.css", "_x.css"),
    ])
    func namesAreThoseThatAnkiWouldStore(_ name: String, _ stored: String) {
        #expect(MediaFileName(name).text == stored)
    }

    @Test func longNamesKeepTheirEnding() {
        let name = MediaFileName(String(repeating: "語", count: 100) + ".png").text

        #expect(name.utf8.count <= 120 && name.hasSuffix("語.png"))
    }

    @Test(arguments: [
        ("*.png", "a.png", true), ("*.png", "a.jpg", false), ("a?c", "abc", true),
        ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("*a*b*", "xxaxxbxx", true),
        ("[", "[", true),
    ])
    func patternsAreThoseOfShells(_ pattern: String, _ name: String, _ matches: Bool) {
        #expect(ShellPattern(pattern).matches(name) == matches)
    }

    @Test func filesAreReadOnlyIfTheyArePicturesWithoutLinks() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("cat.png")
        try write(Self.picture, to: file)
        try write(Array("secret".utf8), to: folder.path("secret.png"))
        #expect(symlink(file, folder.path("link.png")) == 0)
        #expect(symlink(folder.path(""), folder.path("around")) == 0)
        #expect(mkfifo(folder.path("pipe.png"), 0o600) == 0)

        #expect(try LocalFile.content(of: file) == Self.picture)
        for path in [
            folder.path("secret.png"), folder.path("link.png"), folder.path("around/cat.png"),
            folder.path("pipe.png"), folder.path("none.png"), folder.path("./../cat.png"),
            "cat.png", "/etc/passwd", "/proc/self/environ", "/proc/self/root\(file)", "/dev/zero",
            "/", "", "/x\0y",
        ] {
            #expect(throws: ConnectError.self, "\(path)") { try LocalFile.content(of: path) }
        }
    }

    @Test func hugeFilesAreNotRead() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("huge.png")
        try write(Self.picture, to: path)
        #expect(truncate(path, 10 << 30) == 0)

        #expect(throws: ConnectError("the file is too large")) {
            try LocalFile.content(of: path)
        }
    }

    @Test func eachFileIsWaitedForAsLong() {
        let (author, start) = (BrowserNumber(rawValue: 1), Instant.now)
        var files = WantedFiles()

        let isFirst = files.add(["a.png"], by: author, at: start)
        let isSecondFirst = files.add(["b.png"], by: author, at: start + .seconds(59))
        let waitsForSecond = files.isWaiting(at: start + .seconds(61))
        let rest = files.authors
        let waitsForNone = files.isWaiting(at: start + .seconds(120))
        let isNextFirst = files.add(["c.png"], by: author, at: start + .seconds(121))

        #expect((isFirst, isSecondFirst, isNextFirst) == (true, false, true))
        #expect((waitsForSecond, waitsForNone) == (true, false))
        #expect(rest == ["b.png": author])
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
