import Sodium
import Testing

struct TokenTests {
    @Test func consistsOfCookieCharacters() {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

        let tokens = (0..<1_000).map { _ in Token() }

        #expect(tokens.allSatisfy { $0.text.count == 43 && allowed.isSuperset(of: $0.text) })
        #expect(Set(tokens).count == 1_000)
        #expect(Token(byteCount: 16).text.count == 22)
    }

    @Test func usesEveryBit() {
        var generator = SecureGenerator()

        let numbers = (0..<200).map { _ in generator.next() }

        #expect(numbers.reduce(0, |) == .max)
        #expect(numbers.reduce(.max, &) == 0)
        #expect(SecureGenerator.bytes(count: 0).isEmpty)
    }
}
