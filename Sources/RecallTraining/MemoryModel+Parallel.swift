package import Recall

extension MemoryModel {
    /// The memory of each card after all of its reviews, computed in parallel.
    package func memories(of histories: Histories, on runner: ParallelRunner) -> [Memory] {
        // Enough chunks for every core, but each large enough to contain many histories of equal length.
        let size = min(max(histories.count / 8, 256), 16_384)
        return Array(unsafeUninitializedCapacity: histories.count) { memories, count in
            // Every chunk writes to its own elements.
            nonisolated(unsafe) let memories = memories
            runner.run((histories.count + size - 1) / size) { chunk in
                let cards = chunk * size..<min((chunk + 1) * size, histories.count)
                let part = UnsafeMutableBufferPointer(rebasing: memories[cards])
                self.fill(part, from: histories, cards: cards)
            }
            count = histories.count
        }
    }
}
