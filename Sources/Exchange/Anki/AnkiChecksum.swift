/// SHA-1 (FIPS 180-4), which Anki uses to find notes with the same first field.
enum AnkiChecksum {
    /// The first four bytes of a text's hash.
    static func of(_ text: String) -> UInt32 {
        var message = Array(text.utf8)
        let length = UInt64(clamping: message.count) * 8
        message.append(0x80)
        message += repeatElement(0, count: (120 - message.count % 64) % 64)
        for byte in (0..<8).reversed() {
            message.append(UInt8(truncatingIfNeeded: length >> (8 * byte)))
        }
        var state = State()
        message.withUnsafeBytes { message in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
                for start in stride(from: 0, to: message.count, by: 64) {
                    for word in 0..<16 {
                        words[word] = UInt32(
                            bigEndian: message.loadUnaligned(
                                fromByteOffset: start + 4 * word,
                                as: UInt32.self
                            )
                        )
                    }
                    state.mix(words)
                }
            }
        }
        return state.a
    }

    private struct State {
        var (a, b, c, d, e): (UInt32, UInt32, UInt32, UInt32, UInt32) = (
            0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
        )

        /// Processes a block, whose sixteen words are the first of a buffer for eighty.
        mutating func mix(_ words: UnsafeMutableBufferPointer<UInt32>) {
            for round in 16..<80 {
                let word =
                    words[round - 3] ^ words[round - 8] ^ words[round - 14] ^ words[round - 16]
                words[round] = word << 1 | word >> 31
            }
            var (a, b, c, d, e) = (self.a, self.b, self.c, self.d, self.e)
            for round in 0..<80 {
                let (choice, constant): (UInt32, UInt32) =
                    switch round {
                    case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                    case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                    case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let sum = (a << 5 | a >> 27) &+ choice &+ e &+ constant &+ words[round]
                (a, b, c, d, e) = (sum, a, b << 30 | b >> 2, c, d)
            }
            self.a &+= a
            self.b &+= b
            self.c &+= c
            self.d &+= d
            self.e &+= e
        }
    }
}
