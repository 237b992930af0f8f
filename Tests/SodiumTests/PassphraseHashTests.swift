import Sodium
import Testing

struct PassphraseHashTests {
    private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }

    /// RFC 9106, section 5.3.
    @Test func referenceMatchesTheStandard() {
        let judge = Argon2(
            lanes: 4,
            memory: 32,
            passes: 3,
            secret: Self.bytes(3, 8),
            associated: Self.bytes(4, 12)
        )

        let tag = judge.tag(of: Self.bytes(1, 32), salt: Self.bytes(2, 16), count: 32)

        #expect(
            tag == [
                0x0d, 0x64, 0x0d, 0xf5, 0x8d, 0x78, 0x76, 0x6c, 0x08, 0xc0, 0x37, 0xa3, 0x4a, 0x8b,
                0x53, 0xc9, 0xd0, 0x1e, 0xf0, 0x45, 0x2d, 0x75, 0xb6, 0x5e, 0xb5, 0x25, 0x20, 0xe9,
                0x6b, 0x01, 0xe6, 0x59,
            ]
        )
    }

    @Test(arguments: [(8, 1, 16), (32, 3, 32), (67, 2, 64), (9, 1, 100)])
    func createsTheSameKeyAsTheReference(memory: Int, passes: Int, count: Int) throws {
        let passphrase = Array("correct horse 電池".utf8)
        let salt = Array<UInt8>(0..<16)
        let hash = try #require(PassphraseHash(memory: memory, passes: passes, salt: salt))

        let key = hash.key(of: SecretBytes(passphrase), count: count)

        let judge = Argon2(memory: memory, passes: passes)
        #expect(key?.revealed == judge.tag(of: passphrase, salt: salt, count: count))
    }

    @Test func refusesParametersOutOfBounds() {
        let salt = Self.bytes(0, 16)
        for (memory, passes, salt) in [
            (7, 1, salt), (256 << 10 + 1, 1, salt), (4 << 20, 64, salt), (8, 0, salt),
            (8, 17, salt), (8, 1, []),
        ] {
            #expect(PassphraseHash(memory: memory, passes: passes, salt: salt) == nil)
        }
    }
}
