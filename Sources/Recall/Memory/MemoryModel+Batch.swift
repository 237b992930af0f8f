extension MemoryModel {
    /// The memory of each card after all of its reviews, with the same bits as applying one review after the other.
    package func memories(of histories: Histories) -> [Memory] {
        Array(unsafeUninitializedCapacity: histories.count) { memories, count in
            fill(memories, from: histories, cards: 0..<histories.count)
            count = histories.count
        }
    }

    /// Writes the memories of some of the cards, so that several cores can share the work.
    ///
    /// - Parameters:
    ///   - memories: Space for one memory for each card of `cards`, initialised or not.
    ///   - histories: The reviews.
    ///   - cards: The cards of `histories` to process.
    package func fill(
        _ memories: UnsafeMutableBufferPointer<Memory>,
        from histories: Histories,
        cards: Range<Int>
    ) {
        precondition(0...histories.count ~= cards.lowerBound && cards.upperBound <= histories.count)
        precondition(memories.count >= cards.count, "The buffer is too small for the cards.")
        coefficients.withUnsafeBufferPointer { coefficients in
            histories.reviews.withUnsafeBufferPointer { reviews in
                histories.ends.withUnsafeBufferPointer { ends in
                    var block = MemoryBlock(
                        model: self,
                        coefficients: coefficients,
                        reviews: reviews,
                        ends: ends
                    )
                    for first in stride(
                        from: cards.lowerBound,
                        to: cards.upperBound,
                        by: MemoryBlock.size
                    ) {
                        let last = min(first + MemoryBlock.size, cards.upperBound)
                        let part = memories[(first - cards.lowerBound)..<(last - cards.lowerBound)]
                        block.fill(UnsafeMutableBufferPointer(rebasing: part), from: first)
                    }
                }
            }
        }
    }
}
