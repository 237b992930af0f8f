import Sodium
import Testing

struct ConstantTimeTests {
    @Test func comparesWholeSecrets() {
        #expect(ConstantTime.areEqual("secret".utf8, "secret".utf8))
        #expect(!ConstantTime.areEqual("secret".utf8, "secreT".utf8))
        #expect(!ConstantTime.areEqual("secret".utf8, "secre".utf8))
        #expect(ConstantTime.areEqual("".utf8, "".utf8))
    }
}
