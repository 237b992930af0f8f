import Testing

@testable import Recall

struct BatchTests {
    /// Any number of cards, of any lengths, in lanes or one by one.
    @Test(arguments: [0, 1, 7, 8, 9, 1000, 5000])
    func givesWhatOneReviewAfterTheOtherGives(cards: Int) {
        var chance = SplitMix64(seed: UInt64(cards))
        let model = MemoryModel(.random(&chance))
        var histories = Histories()
        var expected: [Memory] = []

        for _ in 0..<cards {
            let grade = chance.grade()
            var memory = model.memory(afterFirst: grade)
            histories.begin(grade)
            let length = chance.next(below: 50) == 0 ? 600 : chance.next(below: 12)
            for _ in 0..<length {
                let (grade, days) = (chance.grade(), chance.gap())
                histories.append(grade, days: days)
                memory = model.memory(memory, after: grade, days: days)
            }
            expected.append(memory)
        }

        #expect(model.memories(of: histories) == expected)
    }

    @Test func worksOutSomeOfTheCards() {
        var histories = Histories()
        for grade in Grade.allCases {
            histories.begin(grade)
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
