import Testing

@testable import Recall

struct BatchTests {
    /// For any number of cards and histories of any length, in lanes or one by one.
    @Test(arguments: [0, 1, 7, 8, 9, 1000, 5000])
    func equalsApplyingOneReviewAfterTheOther(cards: Int) {
        var random = SplitMix64(seed: UInt64(cards))
        let model = MemoryModel(.random(&random))
        var histories = Histories()
        var expected: [Memory] = []

        for _ in 0..<cards {
            let grade = random.grade()
            var memory = model.memory(afterFirst: grade)
            histories.appendCard(grade)
            let length = random.next(below: 50) == 0 ? 600 : random.next(below: 12)
            for _ in 0..<length {
                let (grade, days) = (random.grade(), random.gap())
                histories.append(grade, days: days)
                memory = model.memory(memory, after: grade, days: days)
            }
            expected.append(memory)
        }

        #expect(model.memories(of: histories) == expected)
    }

    @Test func computesSomeOfTheCards() {
        var histories = Histories()
        for grade in Grade.allCases {
            histories.appendCard(grade)
            histories.append(.good, days: 3)
        }
        let model = MemoryModel()
        let all = model.memories(of: histories)

        let some = [Memory](unsafeUninitializedCapacity: 2) { memories, count in
            model.fill(memories, from: histories, cards: 1..<3)
            count = 2
        }

        #expect(some == Array(all[1..<3]))
    }
}
