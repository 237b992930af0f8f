import Foundation
import Testing
import Threads

@testable import Vault

/// The site in the examples of the standard.
private let site = RelyingParty(origin: "https://example.org")

extension PasskeyVector {
    var passkey: Passkey {
        get throws {
            let passkey = Passkey(
                relyingParty: "example.org",
                credential: [UInt8](hex: credential),
                publicKey: [UInt8](hex: publicKey),
                salt: [UInt8](repeating: 0, count: 32),
                signCount: 0
            )
            return try #require(passkey)
        }
    }

    var assertion: PasskeyAssertion {
        PasskeyAssertion(
            credential: [UInt8](hex: credential),
            clientData: [UInt8](hex: clientData),
            authenticatorData: [UInt8](hex: authenticatorData),
            signature: [UInt8](hex: signature)
        )
    }

    /// Checks an assertion as if its challenge were open.
    func check(
        _ assertion: PasskeyAssertion? = nil,
        of passkey: Passkey? = nil,
        at relyingParty: RelyingParty? = site,
        needsVerification: Bool = true
    ) throws -> UInt32 {
        var rules = PasskeyRules(relyingParty: try #require(relyingParty))
        rules.needsVerification = needsVerification
        return try (assertion ?? self.assertion).check(passkey ?? self.passkey, by: rules) {
            $0 == [UInt8](hex: challenge)
        }
    }
}

struct PasskeyTests {
    static let vectors: [PasskeyVector] = [.withoutAttestation, .verified, .rsa, .edwards]

    @Test(arguments: vectors) func takesTheExamplesOfTheStandard(vector: PasskeyVector) throws {
        #expect(try vector.check(needsVerification: false) == 0)
    }

    @Test func wantsTheAuthenticatorToAskWhoItIs() throws {
        #expect(try PasskeyVector.verified.check() == 0)
        for vector in Self.vectors where vector.name != PasskeyVector.verified.name {
            #expect(throws: PasskeyError.notVerified) { try vector.check() }
        }
    }

    @Test func enrolsThePasskeyOfTheStandard() throws {
        let (challenge, clientData, attestation) = PasskeyVector.enrolment
        let registration = PasskeyRegistration(
            clientData: [UInt8](hex: clientData),
            attestation: [UInt8](hex: attestation)
        )
        let rules = PasskeyRules(relyingParty: try #require(site))
        let salt = [UInt8](repeating: 0, count: 32)

        let passkey = try registration.passkey(by: rules, salt: salt) {
            $0 == [UInt8](hex: challenge)
        }

        #expect(try passkey == PasskeyVector.verified.passkey)
        #expect(throws: PasskeyError.otherChallenge) {
            try registration.passkey(by: rules, salt: salt) { _ in false }
        }
    }

    // MARK: - Forgeries

    /// A modified assertion.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let name: String
        let error: PasskeyError
        let forge: @Sendable (inout PasskeyAssertion) throws -> Void

        init(
            _ name: String,
            _ error: PasskeyError,
            _ forge: @escaping @Sendable (inout PasskeyAssertion) throws -> Void
        ) {
            self.name = name
            self.error = error
            self.forge = forge
        }

        /// Replaces a part of the client data.
        init(_ name: String, _ error: PasskeyError, replacing old: String, with new: String) {
            self.init(name, error) { assertion in
                let text = String(decoding: assertion.clientData, as: UTF8.self)
                #expect(text.contains(old))
                assertion.clientData = Array(text.replacing(old, with: new).utf8)
            }
        }

        /// Sets and clears flags of the authenticator data.
        init(_ name: String, _ error: PasskeyError, setting: UInt8 = 0, clearing: UInt8 = 0) {
            self.init(name, error) { assertion in
                assertion.authenticatorData[32] |= setting
                assertion.authenticatorData[32] &= ~clearing
            }
        }

        var testDescription: String { name }
    }

    private static let challenge = "sRBvpGpXvvF4FRHAVX3ImKA0E9Xw8X0kRjDBlMfhrbU"
    private static let origin = #""origin":"https://example.org""#

    static let forgeries: [Forgery] = [
        Forgery("a bit of the signature", .wrongSignature) { $0.signature[40] ^= 1 },
        Forgery("no signature", .wrongSignature) { $0.signature = [] },
        Forgery("a cut signature", .wrongSignature) { $0.signature.removeLast() },
        Forgery("a longer signature", .wrongSignature) { $0.signature.append(0) },
        Forgery("a signature of zeros", .wrongSignature) {
            $0.signature = [0x30, 6, 2, 1, 0, 2, 1, 0]
        },
        Forgery("a signature of ones", .wrongSignature) {
            $0.signature = [0x30, 6, 2, 1, 1, 2, 1, 1]
        },
        Forgery("another passkey's signature", .wrongSignature) {
            $0.signature = [UInt8](hex: PasskeyVector.withoutAttestation.signature)
        },
        Forgery("another count", .wrongSignature) { $0.authenticatorData[36] = 1 },
        Forgery("another site's hash", .otherRelyingParty) { $0.authenticatorData[0] ^= 1 },
        Forgery("nobody touched it", .notPresent, clearing: 0x01),
        Forgery("nobody was asked", .notVerified, clearing: 0x04),
        Forgery("neither", .notPresent, clearing: 0x05),
        Forgery("backed up by somebody else", .wrongSignature, setting: 0x10),
        Forgery("backed up though it cannot be", .impossible, setting: 0x10, clearing: 0x08),
        Forgery("a flag without meaning", .impossible, setting: 0x02),
        Forgery("another flag without meaning", .impossible, setting: 0x20),
        Forgery("a new passkey that is not there", .malformed, setting: 0x40),
        Forgery("extensions that are not there", .malformed, setting: 0x80),
        Forgery("extensions that nobody signed", .wrongSignature) {
            $0.authenticatorData[32] |= 0x80
            $0.authenticatorData.append(0xA0)
        },
        Forgery("extensions that are none", .malformed) {
            $0.authenticatorData[32] |= 0x80
            $0.authenticatorData.append(0x00)
        },
        Forgery("a cut statement", .malformed) { $0.authenticatorData.removeLast() },
        Forgery("a longer statement", .malformed) { $0.authenticatorData.append(0) },
        Forgery("no statement", .malformed) { $0.authenticatorData = [] },
        Forgery("made to enrol", .otherPurpose, replacing: "webauthn.get", with: "webauthn.create"),
        Forgery("made for nothing", .otherPurpose, replacing: "webauthn.get", with: ""),
        Forgery(
            "an answer to another question",
            .otherChallenge,
            replacing: challenge,
            with: "OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag"
        ),
        Forgery("no question", .otherChallenge, replacing: challenge, with: ""),
        Forgery("half a question", .otherChallenge, replacing: challenge, with: "sRBvpGpX"),
        Forgery("padding", .malformed, replacing: challenge, with: challenge + "="),
        Forgery(
            "bits that say nothing",
            .malformed,
            replacing: challenge,
            with: challenge.dropLast() + "V"
        ),
        Forgery(
            "another site",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"https://example.com""#
        ),
        Forgery(
            "without TLS",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"http://example.org""#
        ),
        Forgery(
            "a port",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"https://example.org:444""#
        ),
        Forgery(
            "a part of the site",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"https://a.example.org""#
        ),
        Forgery(
            "a site that starts alike",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"https://example.org.example.com""#
        ),
        Forgery(
            "capitals",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"https://Example.org""#
        ),
        Forgery(
            "a path",
            .otherOrigin,
            replacing: origin,
            with: #""origin":"https://example.org/""#
        ),
        Forgery("no site", .malformed, replacing: origin + ",", with: ""),
        Forgery("a site that is no text", .malformed, replacing: origin, with: #""origin":1"#),
        Forgery("a frame", .crossOrigin, replacing: ":false", with: ":true"),
        Forgery(
            "a frame that names its page",
            .crossOrigin,
            replacing: origin,
            with: origin + #","topOrigin":"https://example.org""#
        ),
        Forgery("a blank", .wrongSignature, replacing: #","origin""#, with: #", "origin""#),
        Forgery("one member more", .wrongSignature, replacing: origin, with: origin + #","a":1"#),
        Forgery("no JSON", .malformed) { $0.clientData = [] },
        Forgery("cut JSON", .malformed) { $0.clientData.removeLast() },
        Forgery("JSON that is no object", .malformed) { $0.clientData = Array("[]".utf8) },
        Forgery("no UTF-8", .malformed) { $0.clientData[30] = 0xFF },
        Forgery("too much", .malformed) {
            $0.clientData += [UInt8](repeating: UInt8(ascii: " "), count: ClientData.maximumSize)
        },
        Forgery("another passkey's name", .otherCredential) {
            $0.credential = [UInt8](hex: PasskeyVector.edwards.credential)
        },
        Forgery("no name", .otherCredential) { $0.credential = [] },
        Forgery("another passkey's assertion", .otherChallenge) {
            $0 = PasskeyVector.withoutAttestation.assertion
        },
    ]

    @Test(arguments: forgeries) func refusesAForgery(forgery: Forgery) throws {
        var assertion = PasskeyVector.verified.assertion
        try forgery.forge(&assertion)

        #expect(throws: forgery.error) { try PasskeyVector.verified.check(assertion) }
    }

    @Test func refusesAnAssertionByTheWrongKey() throws {
        let real = try PasskeyVector.verified.passkey
        for other in [PasskeyVector.withoutAttestation, .rsa, .edwards] {
            let passkey = Passkey(
                relyingParty: real.relyingParty,
                credential: real.credential,
                publicKey: [UInt8](hex: other.publicKey),
                salt: real.salt,
                signCount: 0
            )
            #expect(throws: PasskeyError.wrongSignature) {
                try PasskeyVector.verified.check(of: passkey)
            }
        }
    }

    @Test func refusesAPasskeyThatWentBackInItsCount() throws {
        var passkey = try PasskeyVector.verified.passkey
        passkey.signCount = 1

        #expect(throws: PasskeyError.cloned) { try PasskeyVector.verified.check(of: passkey) }
    }

    @Test func refusesWhatWasMadeForAnotherAddress() throws {
        for origin in ["https://example.com", "https://www.example.org", "http://localhost:6636"] {
            let error = #expect(throws: PasskeyError.self) {
                try PasskeyVector.verified.check(at: RelyingParty(origin: origin))
            }
            #expect(error == .otherOrigin)
        }
    }

    // MARK: - Challenges

    @Test func asksEachQuestionOnceAndNotForLong() throws {
        let time = Locked<Int64>(0)
        let challenges = PasskeyChallenges { time.withLock { $0 } }
        let asked = (0..<3).map { _ in challenges.draw(for: .unlocking) }
        #expect(Set(asked).count == 3)

        time.withLock { $0 = PasskeyChallenges.lifetime - 1 }
        #expect(challenges.isOpen(asked[0], for: .unlocking))
        #expect(challenges.spend(asked[0]))
        #expect(!challenges.isOpen(asked[0], for: .unlocking))
        #expect(!challenges.spend(asked[0]))
        #expect(challenges.isOpen(asked[1], for: .unlocking))
        #expect(!challenges.isOpen(asked[1], for: .enrolment))
        #expect(!challenges.isOpen(asked[1], for: .confirmation(of: [])))
        for forged in [[], [UInt8](repeating: 0, count: 72), Array(asked[2].dropLast())] {
            #expect(!challenges.isOpen(forged, for: .unlocking))
        }
        for place in asked[2].indices {
            var forged = asked[2]
            forged[place] ^= 1
            #expect(!challenges.isOpen(forged, for: .unlocking))
        }
        #expect(!PasskeyChallenges { 1 }.isOpen(asked[2], for: .unlocking))

        #expect(challenges.isOpen(asked[2], for: .unlocking))
        time.withLock { $0 += 1 }
        #expect(!challenges.isOpen(asked[2], for: .unlocking))
    }

    /// A passkey that confirms one change confirms no other.
    @Test func asksAboutOneActionAlone() {
        let challenges = PasskeyChallenges()
        let asked = challenges.draw(for: .confirmation(of: [1, 2]))

        #expect(challenges.isOpen(asked, for: .confirmation(of: [1, 2])))
        #expect(!challenges.isOpen(asked, for: .confirmation(of: [1, 3])))
        #expect(!challenges.isOpen(asked, for: .unlocking))
    }

    @Test func forgetsNoQuestionHoweverManyOthersAreAsked() {
        let challenges = PasskeyChallenges()
        let first = challenges.draw(for: .unlocking)
        for _ in 0..<1_000 { _ = challenges.draw(for: .unlocking) }

        #expect(challenges.isOpen(first, for: .unlocking))
    }

    // MARK: - Addresses and keys

    @Test(arguments: [
        ("http://localhost:6636", "localhost"), ("http://localhost", "localhost"),
        ("https://omena.example", "omena.example"), ("https://a-1.example:8443", "a-1.example"),
        ("http://omena.localhost:1", "omena.localhost"),
    ]) func worksAtAnAddress(origin: String, id: String) {
        #expect(RelyingParty(origin: origin)?.id == id)
        #expect(RelyingParty(origin: origin)?.origin == origin)
    }

    @Test(arguments: [
        "http://127.0.0.1:6636", "https://127.0.0.1", "https://[::1]", "http://omena.example", "",
        "localhost", "https://", "https://Omena.example", "https://omena.example/",
        "https://omena.example:", "https://omena.example:0443", "https://omena.example:70000",
        "https://omena..example", "https://user@omena.example", "ftp://omena.example",
        "http://notlocalhost", "http://localhost.example",
    ]) func worksAtNoOtherAddress(origin: String) {
        #expect(RelyingParty(origin: origin) == nil)
    }

    @Test func takesNoKeyThatCouldNeverBeChecked() throws {
        let curve = [UInt8](hex: PasskeyVector.verified.publicKey)
        var elsewhere = curve
        elsewhere[curve.count - 1] ^= 1
        let rsa = PasskeyVector.rsa.publicKey

        for (bytes, error) in [
            (elsewhere, PasskeyError.malformed),
            (Array(curve.dropLast()), .malformed), (curve + [0], .malformed), ([], .malformed),
            ([UInt8](hex: "a401010326200121420000"), .malformed),
            ([UInt8](hex: "a30102033826"), .malformed),
            ([UInt8](hex: "a2010203382e"), .unknownAlgorithm),
            ([UInt8](hex: rsa.replacing("2143010001", with: "2143010000")), .malformed),
            ([UInt8](hex: "a401030339010020420101" + "2143010001"), .malformed),
        ] {
            #expect(throws: error) { try PasskeyPublicKey(bytes) }
        }
    }

    @Test(arguments: [
        "", "18", "1800", "1817", "190017", "1a0000ffff", "1b00000000ffffffff", "1c", "1f", "3f",
        "41", "5f4100ff", "61ff", "81", "8200", "9f00ff", "a1", "a100", "a200000000", "bf0000ff",
        "c000", "f0", "f7", "f90000", "fb0000000000000000", "ff", "0000", "9bffffffffffffffff",
        "818181818181818100", "5bffffffffffffffff00",
    ]) func refusesWhatNoAuthenticatorWrites(bytes: String) {
        #expect(throws: CBOR.Malformed.self) { try CBOR([UInt8](hex: bytes)) }
    }

    @Test func readsWhatAuthenticatorsWrite() throws {
        let bytes = [UInt8](hex: "a5010203262001 6161 83 f5f4f6 1903e8 3903e7".filter { $0 != " " })

        #expect(
            try CBOR(bytes)
                == .map([
                    .unsigned(1): .unsigned(2), .unsigned(3): .negative(6),
                    .negative(0): .unsigned(1),
                    .text("a"): .array([.boolean(true), .boolean(false), .null]),
                    .unsigned(1000): .negative(999),
                ])
        )
    }
}
