package import Recall

extension MemoryModel {
    /// The memory of each card after all of its reviews, worked out on all cores.
    package func memories(of histories: Histories, on cores: Cores) -> [Memory] {
        // Enough for every core to find some, but not so few that lanes find no others of their length.
        let size = min(max(histories.count / 8, 256), 16_384)
        return Array(unsafeUninitializedCapacity: histories.count) { memories, count in
            // Every piece writes to places of its own.
            nonisolated(unsafe) let memories = memories
            cores.run((histories.count + size - 1) / size) { piece in
                let cards = piece * size..<min((piece + 1) * size, histories.count)
                let room = UnsafeMutableBufferPointer(rebasing: memories[cards])
                fill(room, from: histories, cards: cards)
            }
            count = histories.count
        }
    }
}
