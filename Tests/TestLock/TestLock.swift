import Library
import Notes
import Vault

/// Gives a library a lock whose passphrase is quick to try, for tests of the program that serves it.
///
/// Prints the recovery code and the library's key, so that a test can look for it in memory.
@main
enum TestLock {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let passphrase = Passphrase(arguments[2]) else {
            preconditionFailure("TestLock LIBRARY PASSPHRASE")
        }
        let key = VaultKey()
        let code = RecoveryCode()
        let cheap = PassphraseCost(memory: 8 << 10, passes: 1)
        var ring = try OpenKeyRing(for: key, .measured(passphrase, cheap), named: "Test", at: 0)
        try ring.add(.recoveryCode(code), named: "Paper", at: 0)
        try Library.seal(at: arguments[1], under: ring)
        print(code.text)
        print(key.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
}
