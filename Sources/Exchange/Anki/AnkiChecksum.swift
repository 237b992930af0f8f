/// SHA-1 (FIPS 180-4), for the one thing that Anki still makes of it: telling notes of the same first field apart.
enum AnkiChecksum {
    /// The first four bytes of the hash of a text, as a number.
    static func of(_ text: String) -> UInt32 {
        var message = Array(text.utf8)
        let length = UInt64(message.count) * 8
        message.append(0x80)
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        for byte in (0..<8).reversed() {
            message.append(UInt8(truncatingIfNeeded: length >> (8 * byte)))
        }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for start in stride(from: 0, to: message.count, by: 64) {
            mix(message[start..<start + 64], into: &state)
        }
        return state[0]
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for round in 16..<80 {
            words.append(
                rotated(
                    words[round - 3] ^ words[round - 8] ^ words[round - 14] ^ words[round - 16],
                    1
                )
            )
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for round in 0..<80 {
            let (choice, constant): (UInt32, UInt32) =
                switch round {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let sum = rotated(a, 5) &+ choice &+ e &+ constant &+ words[round]
            (a, b, c, d, e) = (sum, a, rotated(b, 30), c, d)
        }
        for (place, value) in [a, b, c, d, e].enumerated() { state[place] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
