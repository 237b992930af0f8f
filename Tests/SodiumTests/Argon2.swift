/// Argon2id implemented directly after RFC 9106, slow and simple: the reference for libsodium.
///
/// The vectors of the RFC have four lanes, a secret and associated data, which libsodium's API does not offer. So this is
/// checked against the vector, and libsodium against this.
struct Argon2 {
    var lanes = 1
    var memory: Int
    var passes: Int
    var secret: [UInt8] = []
    var associated: [UInt8] = []

    func tag(of passphrase: [UInt8], salt: [UInt8], count: Int) -> [UInt8] {
        var start: [UInt8] = []
        for number in [lanes, count, memory, passes, 0x13, 2] { start += Self.bytes(number) }
        for part in [passphrase, salt, secret, associated] {
            start += Self.bytes(part.count) + part
        }
        let seed = Blake2b.hash(start, count: 64)
        let length = memory / (4 * lanes) * 4
        var blocks = [[UInt64]](
            repeating: [UInt64](repeating: 0, count: 128),
            count: length * lanes
        )
        for lane in 0..<lanes {
            for column in 0..<2 {
                let bytes = Self.long(seed + Self.bytes(column) + Self.bytes(lane), count: 1024)
                blocks[lane * length + column] = Self.words(bytes)
            }
        }
        for pass in 0..<passes {
            for slice in 0..<4 {
                for lane in 0..<lanes {
                    fill(&blocks, length, pass: pass, slice: slice, lane: lane)
                }
            }
        }
        var last = blocks[length - 1]
        for lane in 1..<max(lanes, 1) where lanes > 1 {
            last = Self.xor(last, blocks[lane * length + length - 1])
        }
        return Self.long(last.flatMap(Self.bytes), count: count)
    }

    private func fill(
        _ blocks: inout [[UInt64]],
        _ length: Int,
        pass: Int,
        slice: Int,
        lane: Int
    ) {
        let segment = length / 4
        // Argon2id uses data-dependent addressing only from the third slice of the first pass.
        let isIndependent = pass == 0 && slice < 2
        var addresses: [UInt64] = []
        var counter: UInt64 = 0
        for index in 0..<segment {
            if isIndependent, index % 128 == 0 {
                counter += 1
                var input = [UInt64](repeating: 0, count: 128)
                let numbers = [pass, lane, slice, blocks.count, passes, 2]
                for (place, number) in numbers.enumerated() { input[place] = UInt64(number) }
                input[6] = counter
                let zero = [UInt64](repeating: 0, count: 128)
                addresses = Self.compress(zero, Self.compress(zero, input))
            }
            let column = slice * segment + index
            if pass == 0, column < 2 { continue }
            let previous = lane * length + (column + length - 1) % length
            let random = isIndependent ? addresses[index % 128] : blocks[previous][0]
            let (low, high) = (random & 0xFFFF_FFFF, random >> 32)
            let other = pass == 0 && slice == 0 ? lane : Int(high) % lanes
            var area = pass == 0 ? slice * segment : length - segment
            if other == lane {
                area += index - 1
            } else if index == 0 {
                area -= 1
            }
            let x = (low * low) >> 32
            let place = area - 1 - Int((UInt64(area) * x) >> 32)
            let origin = pass == 0 || slice == 3 ? 0 : (slice + 1) * segment
            let reference = other * length + (origin + place) % length
            let made = Self.compress(blocks[previous], blocks[reference])
            let target = lane * length + column
            blocks[target] = pass == 0 ? made : Self.xor(blocks[target], made)
        }
    }

    /// The compression function G (section 3.5).
    private static func compress(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        let sum = xor(left, right)
        var state = sum
        for row in 0..<8 { permute(&state, (0..<16).map { row * 16 + $0 }) }
        for column in 0..<8 {
            permute(&state, (0..<16).map { $0 / 2 * 16 + column * 2 + $0 % 2 })
        }
        return xor(sum, state)
    }

    private static func permute(_ state: inout [UInt64], _ positions: [Int]) {
        for round in [
            [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
            [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
        ] {
            mix(&state, round.map { positions[$0] })
        }
    }

    private static func mix(_ state: inout [UInt64], _ positions: [Int]) {
        let (a, b, c, d) = (positions[0], positions[1], positions[2], positions[3])
        func add(_ left: UInt64, _ right: UInt64) -> UInt64 {
            left &+ right &+ 2 &* (left & 0xFFFF_FFFF) &* (right & 0xFFFF_FFFF)
        }
        func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
            word >> count | word << (64 - count)
        }
        state[a] = add(state[a], state[b])
        state[d] = rotate(state[d] ^ state[a], 32)
        state[c] = add(state[c], state[d])
        state[b] = rotate(state[b] ^ state[c], 24)
        state[a] = add(state[a], state[b])
        state[d] = rotate(state[d] ^ state[a], 16)
        state[c] = add(state[c], state[d])
        state[b] = rotate(state[b] ^ state[c], 63)
    }

    /// The variable-length hash H′ (section 3.3).
    private static func long(_ bytes: [UInt8], count: Int) -> [UInt8] {
        let input = Self.bytes(count) + bytes
        guard count > 64 else { return Blake2b.hash(input, count: count) }
        var part = Blake2b.hash(input, count: 64)
        var result = Array(part.prefix(32))
        while count - result.count > 64 {
            part = Blake2b.hash(part, count: 64)
            result += part.prefix(32)
        }
        return result + Blake2b.hash(part, count: count - result.count)
    }

    private static func xor(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        zip(left, right).map { $0 ^ $1 }
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) }
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        withUnsafeBytes(of: word.littleEndian) { Array($0) }
    }

    private static func words(_ bytes: [UInt8]) -> [UInt64] {
        bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
        }
    }
}

/// BLAKE2b (RFC 7693) without a key.
private enum Blake2b {
    private static let start: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]
    private static let orders: [[Int]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ]

    static func hash(_ bytes: [UInt8], count: Int) -> [UInt8] {
        var state = start
        state[0] ^= 0x0101_0000 ^ UInt64(count)
        var offset = 0
        repeat {
            let block = bytes[offset..<min(offset + 128, bytes.count)]
            offset += block.count
            let padded = Array(block) + [UInt8](repeating: 0, count: 128 - block.count)
            let words = padded.withUnsafeBytes { bytes in
                (0..<16).map {
                    UInt64(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)
                    )
                }
            }
            compress(&state, words, total: offset, isLast: offset == bytes.count)
        } while offset < bytes.count
        let result = state.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
        return Array(result.prefix(count))
    }

    private static func compress(
        _ state: inout [UInt64],
        _ words: [UInt64],
        total: Int,
        isLast: Bool
    ) {
        var v = state + start
        v[12] ^= UInt64(total)
        if isLast { v[14] = ~v[14] }
        for round in 0..<12 {
            let order = orders[round % 10]
            for (index, positions) in [
                [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
                [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
            ].enumerated() {
                let (a, b, c, d) = (positions[0], positions[1], positions[2], positions[3])
                func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
                    word >> count | word << (64 - count)
                }
                v[a] = v[a] &+ v[b] &+ words[order[2 * index]]
                v[d] = rotate(v[d] ^ v[a], 32)
                v[c] = v[c] &+ v[d]
                v[b] = rotate(v[b] ^ v[c], 24)
                v[a] = v[a] &+ v[b] &+ words[order[2 * index + 1]]
                v[d] = rotate(v[d] ^ v[a], 16)
                v[c] = v[c] &+ v[d]
                v[b] = rotate(v[b] ^ v[c], 63)
            }
        }
        for index in 0..<8 { state[index] ^= v[index] ^ v[index + 8] }
    }
}
