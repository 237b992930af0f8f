import Library
import Notes
import Vault

/// A helper for tests that run the program on a library with a lock.
///
///     TestLock seal LIBRARY PASSPHRASE    turns on a lock whose keys are quick to check
///     TestLock look CODE… -- LIBRARY…     opens each, with one of the recovery codes if it is sealed, and prints a summary
@main
enum TestLock {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "seal" where arguments.count == 3: try seal(arguments[2], arguments[3])
        case "look":
            let parts = arguments.dropFirst().split(
                separator: "--",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let codes = try parts[0].map { try RecoveryCode($0) }
            for path in parts.dropFirst().joined() { print(look(at: path, with: codes)) }
        default: preconditionFailure("TestLock seal LIBRARY PASSPHRASE | look CODE… -- LIBRARY…")
        }
    }

    /// Prints the recovery code and the library's key, so that a test can search memory for it.
    private static func seal(_ path: String, _ text: String) throws {
        guard let passphrase = Passphrase(text) else { preconditionFailure("No passphrase") }
        let key = VaultKey()
        let code = RecoveryCode()
        let cheap = PassphraseCost(memory: 8 << 10, passes: 1)
        var ring = try OpenKeyRing(for: key, .measured(passphrase, cheap), named: "Test", at: 0)
        try ring.add(.recoveryCode(code), named: "Paper", at: 0)
        try Library.change(at: path, .seal(ring))
        print(code.text)
        print(key.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    /// One line: how it opened (`open`, or the index of the code), the numbers of notes, findings and backups, and the events' ids.
    private static func look(at path: String, with codes: [RecoveryCode]) -> String {
        do {
            let (way, key) = try key(of: path, codes)
            let now = Moment(milliseconds: 1_800_000_000_000)
            let library = try Library.open(at: path, key: key) { now }
            defer { try? library.close() }
            let notes = try library.deckSizes().values.reduce(0, +)
            let findings = try library.check().findings.count
            let backups = try library.backups().count
            let events = try library.events(after: nil, limit: 10_000).map { "\($0.id.rawValue)" }
            return ([way, "\(notes)", "\(findings)", "\(backups)"] + events).joined(separator: " ")
        } catch {
            return "refused \(error)"
        }
    }

    private static func key(
        of path: String,
        _ codes: [RecoveryCode]
    ) throws -> (way: String, VaultKey?) {
        guard let locked = try LockedLibrary(at: path) else { return ("open", nil) }
        defer { locked.close() }
        let ring = try locked.keys()
        for (place, code) in codes.enumerated() {
            if let key = try? ring.open(with: code).key { return ("\(place)", key) }
        }
        throw VaultError.wrongRecoveryCode
    }
}
