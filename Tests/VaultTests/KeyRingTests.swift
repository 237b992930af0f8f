import Foundation
import Sodium
import TestFolder
import Testing

@testable import Vault

struct KeyRingTests {
    private let key = VaultKey()
    private let folder: TemporaryFolder
    private let file: KeyFile

    /// A low cost, so that the tests are fast.
    private static let cost = PassphraseCost(memory: 64, passes: 1)

    init() throws {
        folder = try TemporaryFolder()
        file = KeyFile(ofLibrary: folder.path("a.omena"))
    }

    private static func passphrase(_ text: String) throws -> Passphrase {
        try #require(Passphrase(text))
    }

    private func ring(_ text: String = "correct horse") throws -> OpenKeyRing {
        let slot = NewSlot.measured(try Self.passphrase(text), Self.cost)
        return try OpenKeyRing(for: key, slot, named: "Words", at: 1)
    }

    private static func passkey(at site: String, secret byte: UInt8) throws -> NewSlot {
        let passkey = Passkey(
            relyingParty: site,
            credential: [1, 2, byte],
            publicKey: [3],
            salt: [UInt8](repeating: 4, count: 32),
            signCount: 5
        )
        return .passkey(try #require(passkey), try secret(byte))
    }

    private static func secret(_ byte: UInt8) throws -> PasskeySecret {
        var bytes = [UInt8](repeating: byte, count: 32)
        return try #require(PasskeySecret(taking: &bytes))
    }

    @Test func opensWithEachWayThatWasAdded() throws {
        var open = try ring()
        let code = RecoveryCode()
        try open.add(.recoveryCode(code), named: "Paper", at: 2)
        let slot = try open.add(Self.passkey(at: "localhost", secret: 9), named: "Phone", at: 3)
        try file.write(open.ring)

        let ring = try file.read(for: key.vault)

        let opened = [
            try ring.open(with: Self.passphrase("correct horse")),
            try ring.open(with: RecoveryCode(code.text)),
            try ring.open(slot, with: Self.secret(9)),
        ]
        for (index, open) in opened.enumerated() {
            #expect(open.key.secret.revealed == key.secret.revealed)
            #expect(open.openedBy == ring.slots[index].id)
        }
        #expect(ring.slots.map { opened[0][$0.id]?.name } == ["Words", "Paper", "Phone"])
        #expect(ring.passkeys(at: "localhost").map(\.slot) == [slot])
        #expect(ring.passkeys(at: "omena.example").isEmpty)
    }

    @Test func opensWithNothingElse() throws {
        var open = try ring()
        let slot = try open.add(Self.passkey(at: "localhost", secret: 9), named: "Phone", at: 3)
        let ring = open.ring

        #expect(throws: VaultError.wrongPassphrase) {
            try ring.open(with: Self.passphrase("correct horsf"))
        }
        #expect(throws: VaultError.wrongRecoveryCode) { try ring.open(with: RecoveryCode()) }
        #expect(throws: VaultError.wrongPasskey) { try ring.open(slot, with: Self.secret(8)) }
        #expect(throws: VaultError.wrongPasskey) {
            try ring.open(ring.slots[0].id, with: Self.secret(9))
        }
    }

    @Test func takesOneTextForOnePassphrase() throws {
        let ring = try ring("  Überraschung ").ring

        for text in ["Überraschung", "U\u{308}berraschung", "\nÜberraschung\t"] {
            #expect(try ring.open(with: Self.passphrase(text)).key.vault == key.vault)
        }
        #expect(Passphrase(" \n ") == nil)
        #expect(Passphrase(String(repeating: "a", count: 1025)) == nil)
    }

    @Test(arguments: [
        ("seven 7", Passphrase.Weakness.short), ("password", .common), ("Password2026!", .common),
        ("i love you", .common), ("!!trustno1", .common), ("dragon99", .common),
        ("aaaaaaaaaaaa", .simple), ("abcabcabcabc", .simple), ("12345678", .simple),
        ("qwertyuiop", .common), ("poiuztrewq", .simple), ("abcdefghijk", .simple),
        ("24.12.1987", .simple), ("00000000000000", .simple),
    ])
    func refusesAPassphraseThatIsGuessedFirst(text: String, weakness: Passphrase.Weakness) throws {
        #expect(try Self.passphrase(text).weakness == weakness)
    }

    @Test(arguments: [
        "eight 88", "correct horse battery staple", "korrekt häst batteri", "another one entirely",
        "831940275561", "K7#vq!Zt", "dragon in the coal shed", "secret 81b0c3d9f25e",
    ])
    func acceptsAPassphraseThatIsNot(text: String) throws {
        #expect(try Self.passphrase(text).weakness == nil)
    }

    @Test func keepsTheLastSlotAndLetsOthersGo() throws {
        var open = try ring()
        let first = open.ring.slots[0].id
        #expect(throws: VaultError.lastSlot) { try open.remove(first) }
        let code = RecoveryCode()
        let paper = try open.add(.recoveryCode(code), named: "Paper", at: 2)
        // A recovery code is a fallback, so it must not be the only way to unlock.
        #expect(open.isLast(first) && !open.isLast(paper))
        #expect(throws: VaultError.lastSlot) { try open.remove(first) }
        let second = try open.add(
            .measured(Self.passphrase("battery staple"), Self.cost),
            named: "Words",
            at: 3
        )

        try open.remove(first)
        try open.remove(paper)

        #expect(throws: VaultError.wrongPassphrase) {
            try open.ring.open(with: Self.passphrase("correct horse"))
        }
        #expect(throws: VaultError.lastSlot) { try open.remove(second) }
        #expect(throws: VaultError.noSuchSlot) { try open.remove(first) }
        #expect(throws: VaultError.noSuchSlot) { try open.rename(first, to: "Words") }
    }

    @Test func remembersNamesAndUse() throws {
        var open = try ring()
        let slot = try open.add(Self.passkey(at: "localhost", secret: 9), named: "Phone", at: 3)
        try open.rename(slot, to: "Anna's phone")
        try open.record(KeyUse(slot: slot, signCount: 17, moment: 40))

        let again = try open.ring.open(slot, with: Self.secret(9))

        #expect(again[slot] == OpenKeyRing.Label(name: "Anna's phone", made: 3, used: 40))
        #expect(again.ring.passkeys(at: "localhost").map(\.passkey.signCount) == [17])
        let names = Data("Anna's phone".utf8)
        #expect(Data(open.ring.bytes).range(of: names) == nil)
    }

    @Test func takesSoManySlotsAndNoMore() throws {
        var open = try ring()
        for _ in 1..<KeyRing.maximumSlots {
            try open.add(.recoveryCode(RecoveryCode()), named: "Paper", at: 2)
        }

        #expect(throws: VaultError.tooManySlots) {
            try open.add(.recoveryCode(RecoveryCode()), named: "Paper", at: 2)
        }
        #expect(try KeyRing(open.ring.bytes, path: "keys") == open.ring)
    }

    @Test func refusesAFileInWhichABitIsAnother() throws {
        let bytes = try ring().ring.bytes

        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            #expect(throws: VaultError.keysDamaged(path: "keys")) {
                try KeyRing(damaged, path: "keys")
            }
        }
        for count in 0..<bytes.count {
            #expect(throws: VaultError.keysDamaged(path: "keys")) {
                try KeyRing(Array(bytes.prefix(count)), path: "keys")
            }
        }
    }

    /// An attacker who can write the file can also write a matching digest.
    @Test func refusesWhatSomebodyWroteWhoHasNoKey() throws {
        let bytes = try ring().ring.bytes.dropLast(32)
        let passphrase = try Self.passphrase("correct horse")

        for place in bytes.indices {
            var forged = Array(bytes)
            forged[place] ^= 1
            forged += Digest(of: forged).bytes
            guard let ring = try? KeyRing(forged, path: "keys") else { continue }
            #expect(throws: VaultError.self) { try ring.open(with: passphrase) }
        }
    }

    /// Before anything is derived: 4 GiB and 64 passes would take minutes, and memory that may not be there.
    @Test(arguments: [(4 << 20, 64), (4 << 20, 1), (256 << 10, 17), (1 << 31, 3), (0, 3), (64, 0)])
    func refusesACostThatOmenaNeverChooses(memory: UInt32, passes: UInt32) throws {
        var forged = Array(try ring().ring.bytes.dropLast(32))
        var cost: [UInt8] = []
        cost.append(number: memory)
        cost.append(number: passes)
        forged.replaceSubrange(54..<62, with: cost)
        forged += Digest(of: forged).bytes

        #expect(throws: VaultError.keysDamaged(path: "keys")) { try KeyRing(forged, path: "keys") }
    }

    @Test func refusesTheKeysOfAnotherLibrary() throws {
        try file.write(try ring().ring)

        #expect(throws: VaultError.keysOfAnotherLibrary(path: file.path)) {
            try file.read(for: VaultKey().vault)
        }
        #expect(throws: VaultError.keysMissing(path: folder.path("b.omena-keys"))) {
            try KeyFile(ofLibrary: folder.path("b.omena")).read(for: key.vault)
        }
    }

    @Test func leavesTheOldKeysWhereTheNewCannotBeWritten() throws {
        let first = try ring().ring
        try file.write(first)
        try FileManager.default.createDirectory(
            atPath: file.path + "-unfinished",
            withIntermediateDirectories: false
        )

        #expect(throws: VaultError.self) { try file.write(try ring("something else").ring) }

        #expect(try file.read(for: key.vault) == first)
    }

    @Test func readsARecoveryCodeAsPeopleWriteIt() throws {
        let code = RecoveryCode()
        let text = code.text
        #expect(text.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4, 4, 4])

        for spelling in [
            text, text.lowercased(), text.replacing("-", with: " "), text.replacing("-", with: ""),
            text.replacing("0", with: "O").replacing("1", with: "l"),
        ] {
            #expect(try RecoveryCode(spelling).secret.revealed == code.secret.revealed)
        }
    }

    @Test func noticesASlipInARecoveryCode() throws {
        let text = Array(RecoveryCode().text)
        var unnoticed = 0

        for place in text.indices where text[place] != "-" {
            var slip = text
            slip[place] = slip[place] == "7" ? "8" : "7"
            if (try? RecoveryCode(String(slip))) != nil { unnoticed += 1 }
        }

        // One in 4096 passes.
        #expect(unnoticed <= 1)
        for text in ["", "7777", String(text.dropLast()), String(text) + "7", "ü"] {
            #expect(throws: VaultError.misspelledRecoveryCode) { try RecoveryCode(text) }
        }
    }

    @Test func makesPassphrasesSlowToTry() throws {
        let cost = try PassphraseCost.slow()

        #expect(cost.memory >= 256 << 10)
        #expect(cost.passes >= 3)
    }
}
