extension Array {
    /// The index of the first element that meets a condition, where all elements after such a one meet it too.
    ///
    /// The end if none does. A binary search, so it looks at O(log *n*) elements.
    @inlinable
    package func partitioningIndex(where meetsCondition: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if meetsCondition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
