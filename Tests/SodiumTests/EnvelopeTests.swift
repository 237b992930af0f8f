import Sodium
import Testing

struct EnvelopeTests {
    private let key = SecretBytes(randomCount: Envelope.keySize)
    private let secret = Array("secret".utf8)

    @Test func opensOnlyWithItsKeyAndContext() {
        let envelope = Envelope.close(SecretBytes(secret), under: key, context: [1])

        #expect(Envelope.open(envelope, under: key, context: [1])?.revealed == secret)
        #expect(Envelope.open(envelope, under: key, context: [2]) == nil)
        let other = SecretBytes(randomCount: Envelope.keySize)
        #expect(Envelope.open(envelope, under: other, context: [1]) == nil)
        #expect(envelope.count == secret.count + Envelope.overhead)
    }

    @Test func detectsEveryChangedBit() {
        let envelope = Envelope.close(SecretBytes(secret), under: key, context: [])

        for place in 0..<envelope.count * 8 {
            var altered = envelope
            altered[place / 8] ^= 1 << UInt8(place % 8)
            #expect(Envelope.open(altered, under: key, context: []) == nil)
        }
        for count in 0..<envelope.count {
            #expect(Envelope.open(envelope.prefix(count), under: key, context: []) == nil)
        }
    }

    @Test func differsEachTime() {
        let envelopes = (0..<50).map { _ in
            Envelope.close(SecretBytes(secret), under: key, context: [])
        }

        #expect(Set(envelopes).count == 50)
    }

    @Test func wipesTheBytesItSeals() {
        var bytes = secret

        let taken = SecretBytes(taking: &bytes)

        #expect(taken.revealed == secret)
        #expect(bytes.isEmpty)
    }
}
