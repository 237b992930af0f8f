/// The hash by which programs name files that are to be skipped; not secure, and used for nothing else.
enum MD5 {
    /// The hash in hexadecimal digits (RFC 1321).
    static func text(of content: [UInt8]) -> String {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        var message = content
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        let bits = UInt64(content.count) &* 8
        for shift in 0..<8 { message.append(UInt8(truncatingIfNeeded: bits >> (8 * shift))) }
        for start in stride(from: 0, to: message.count, by: 64) {
            add(message[start..<start + 64], to: &state)
        }
        let digits = Array("0123456789abcdef")
        return String(
            state.flatMap { word in
                (0..<4).flatMap { place -> [Character] in
                    let byte = UInt8(truncatingIfNeeded: word >> (8 * place))
                    return [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
                }
            }
        )
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        let words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { word, place in
                word | UInt32(block[block.startIndex + 4 * index + place]) << (8 * place)
            }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for round in 0..<64 {
            var mixed: UInt32
            let index: Int
            switch round / 16 {
            case 0: (mixed, index) = ((b & c) | (~b & d), round)
            case 1: (mixed, index) = ((d & b) | (~d & c), (5 * round + 1) % 16)
            case 2: (mixed, index) = (b ^ c ^ d, (3 * round + 5) % 16)
            default: (mixed, index) = (c ^ (b | ~d), (7 * round) % 16)
            }
            mixed = mixed &+ a &+ constants[round] &+ words[index]
            (a, d, c) = (d, c, b)
            let shift = shifts[round / 16][round % 4]
            b = b &+ (mixed << shift | mixed >> (32 - shift))
        }
        state[0] = state[0] &+ a
        state[1] = state[1] &+ b
        state[2] = state[2] &+ c
        state[3] = state[3] &+ d
    }

    private static let shifts: [[UInt32]] = [
        [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
    ]

    /// The integer part of 2³² times the absolute sine of 1 to 64.
    private static let constants: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
        0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
        0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
        0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
        0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
        0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
        0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
        0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
        0xeb86_d391,
    ]
}
