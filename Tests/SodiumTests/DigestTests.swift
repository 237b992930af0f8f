import Sodium
import Testing

struct DigestTests {
    /// Vectors of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func matchesTheVectors(content: String, digest: String) {
        #expect(Digest(of: content.utf8).description == digest)
        #expect(Digest(of: Array(content.utf8)).description == digest)
    }

    @Test func hashesBytesInSeveralPieces() {
        let content = (0..<10_000).lazy.map { UInt8(truncatingIfNeeded: $0) }

        #expect(Digest(of: content) == Digest(of: Array(content)))
    }

    @Test func readsItsOwnDescription() {
        let digest = Digest(of: "omena".utf8)

        #expect(Digest(digest.description) == digest)
        #expect(Digest(bytes: digest.bytes) == digest)
    }

    @Test(arguments: [
        "", "ab", String(repeating: "g", count: 64), String(repeating: "A", count: 64),
        String(repeating: "a", count: 63), String(repeating: "é", count: 32),
    ])
    func refusesOtherTexts(text: String) {
        #expect(Digest(text) == nil)
    }
}
