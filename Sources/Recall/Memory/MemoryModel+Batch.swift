extension MemoryModel {
    /// The memory of each card after all of its reviews; to the last bit what one review after the other gives.
    package func memories(of histories: Histories) -> [Memory] {
        Array(unsafeUninitializedCapacity: histories.count) { memories, count in
            fill(memories, from: histories, cards: 0..<histories.count)
            count = histories.count
        }
    }

    /// Writes the memories of some of the cards, so that several cores may share the work.
    ///
    /// - Parameters:
    ///   - memories: Room for one memory a card of `cards`, which need not be initialised.
    ///   - histories: The reviews.
    ///   - cards: Which of the histories' cards to work out.
    package func fill(
        _ memories: UnsafeMutableBufferPointer<Memory>,
        from histories: Histories,
        cards: Range<Int>
    ) {
        precondition(0...histories.count ~= cards.lowerBound && cards.upperBound <= histories.count)
        precondition(memories.count >= cards.count, "There is no room for so many memories.")
        effects.withUnsafeBufferPointer { effects in
            histories.reviews.withUnsafeBufferPointer { reviews in
                histories.ends.withUnsafeBufferPointer { ends in
                    var block = MemoryBlock(
                        model: self,
                        effects: effects,
                        reviews: reviews,
                        ends: ends
                    )
                    for first in stride(
                        from: cards.lowerBound,
                        to: cards.upperBound,
                        by: MemoryBlock.size
                    ) {
                        let last = min(first + MemoryBlock.size, cards.upperBound)
                        let room = memories[(first - cards.lowerBound)..<(last - cards.lowerBound)]
                        block.fill(UnsafeMutableBufferPointer(rebasing: room), from: first)
                    }
                }
            }
        }
    }
}
