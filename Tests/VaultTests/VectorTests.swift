import Sodium
import Testing

@testable import Vault

/// The test vectors of the standards.
struct VectorTests {
    struct Unit: Sendable {
        let key: String
        let tweak: String
        let plain: String
        let cipher: String
    }

    /// XTSGenAES256.rsp of NIST's validation programme, "format tweak value input - 128 hex str".
    static let units = [
        Unit(
            key: """
                1ea661c58d943a0e4801e42f4b0947149e7f9f8e3e68d0c7505210bd311a0e7c
                d6e13ffdf2418d8d1911c004cda58da3d619b7e2b9141e58318eea392cf41b08
                """,
            tweak: "adf8d92627464ad2f0428e84a9f87564",
            plain: "2eedea52cd8215e1acc647e810bbc3642e87287f8d2e57e36c0a24fbc12a202e",
            cipher: "cbaad0e2f6cea3f50b37f934d46a9b130b9d54f07e34f36af793e86f73c6d7db"
        ),
        Unit(
            key: """
                e149be00177d76b7c1d85bcbb6b5054ee10b9f51cd73f59e0840628b9e7d854e
                2e1c0ab0537186a2a7c314bbc5eb23b6876a26bcdbf9e6b758d1cae053c2f278
                """,
            tweak: "0ea18818fab95289b1caab4e61349501",
            plain: "f5f101d8e3a7681b1ddb21bd2826b24e32990bca49b39291b5369a9bca277d75",
            cipher: "5bf2479393cc673306fbb15e72600598e33d4d8a470727ce098730fd80afa959"
        ),
        Unit(
            key: """
                266c336b3b01489f3267f52835fd92f674374b88b4e1ebd2d36a5f457581d9d0
                42c3eef7b0b7e5137b086496b4d9e6ac658d7196a23f23f036172fdb8faee527
                """,
            tweak: "06b209a7a22f486ecbfadb0f3137ba42",
            plain: """
                ca7d65ef8d3dfad345b61ccddca1ad81de830b9e86c7b426d76cb7db766852d9
                81c6b21409399d78f42cc0b33a7bbb06
                """,
            cipher: """
                c73256870cc2f4dd57acc74b5456dbd776912a128bc1f77d72cdebbf270044b7
                a43ceed29025e1e8be211fa3c3ed002d
                """
        ),
    ]

    @Test(arguments: units) func sealsSectorsAsNISTDoes(unit: Unit) {
        let (plain, key) = ([UInt8](hex: unit.plain), [UInt8](hex: unit.key))
        let tweak = [UInt8](hex: unit.tweak).withUnsafeBytes { bytes in
            [0, 8].map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
        }

        let sealed = SectorSeal.run(plain, key: key, tweak: tweak, isEncrypting: true)

        #expect(sealed == [UInt8](hex: unit.cipher))
        #expect(SectorSeal.run(sealed, key: key, tweak: tweak, isEncrypting: false) == plain)
    }

    struct Derivation: Sendable {
        let secret: [UInt8]
        let salt: [UInt8]
        let info: [UInt8]
        let key: String
    }

    /// RFC 5869, appendix A.1 to A.3.
    static let derivations = [
        Derivation(
            secret: [UInt8](repeating: 0x0B, count: 22),
            salt: Array(0x00...0x0C),
            info: Array(0xF0...0xF9),
            key: """
                3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf
                34007208d5b887185865
                """
        ),
        Derivation(
            secret: Array(0x00...0x4F),
            salt: Array(0x60...0xAF),
            info: Array(0xB0...0xFF),
            key: """
                b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
                59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
                cc30c58179ec3e87c14c01d5c1f3434f1d87
                """
        ),
        Derivation(
            secret: [UInt8](repeating: 0x0B, count: 22),
            salt: [],
            info: [],
            key: """
                8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d
                9d201395faa4b61a96c8
                """
        ),
    ]

    @Test(arguments: derivations) func derivesKeysAsRFC5869Does(derivation: Derivation) {
        let expected = [UInt8](hex: derivation.key)

        let key = KeyDerivation.key(
            of: SecretBytes(derivation.secret),
            salt: derivation.salt,
            info: derivation.info,
            count: expected.count
        )

        #expect(key.revealed == expected)
    }
}
