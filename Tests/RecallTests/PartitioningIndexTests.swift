import Recall
import Testing

struct PartitioningIndexTests {
    @Test(arguments: 0...40)
    func findsTheFirstThatIsNotLess(count: Int) {
        let numbers = (0..<count).map { $0 / 3 }

        for number in -1...15 {
            #expect(
                numbers.partitioningIndex { $0 >= number }
                    == numbers.firstIndex { $0 >= number } ?? count
            )
        }
    }
}
