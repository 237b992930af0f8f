import Testing

@testable import Recall

struct FadingMemoriesTests {
    @Test func giveTheSameBitsTogetherAsAlone() throws {
        let slow = try Parameters(Parameters.default.values.dropLast() + [0.5])
        let models = [MemoryModel(), MemoryModel(slow)]
        var memories = MemoryModel.FadingMemories()
        var alone: [Double] = []
        for place in 0..<MemoryModel.FadingMemories.count {
            let model = models[place % 2]
            let memory = Memory(stability: 0.01 * Double(1 << (place % 22)), difficulty: 5)
            let days = place.isMultiple(of: 9) ? -1 : 0.37 * Double(place * place * place)
            memories.set(place, to: memory, after: days, model.forgetting)
            alone.append(model.retrievability(of: memory, after: days))
        }
        memories.update()

        #expect(memories.retrievabilities == alone)
    }
}
