import Recall
import RecallTraining
import Threads

/// `omena memory`: what a learner's mind holds of each card at the end of a review log.
struct MemoryCommand {
    private let file: ReviewLogFile
    private let model: MemoryModel
    private let cores: Int
    private let isJSON: Bool

    private static let cardsAtOnce = 4096

    init(_ arguments: inout Arguments) throws(Failure) {
        file = try ReviewLogFile(&arguments, for: "memory")
        model = MemoryModel(try Parameters(option: try arguments.value(of: "--parameters")))
        cores = try Crew.size(option: try arguments.value(of: "--cores"))
        isJSON = arguments.flag("--json")
        try arguments.finish()
    }

    func run() throws(Failure) {
        let log = try file.read()
        let memories = model.memories(of: log.histories(), on: Cores(Crew(size: cores)))
        if !isJSON { Terminal.say("card_id,stability,difficulty") }
        for first in stride(from: 0, to: memories.count, by: Self.cardsAtOnce) {
            var text = ""
            for place in first..<min(first + Self.cardsAtOnce, memories.count) {
                let (card, memory) = (log.cards[place], memories[place])
                text +=
                    isJSON
                    ? #"{"card":\#(card),"stability":\#(memory.stability),"#
                        + #""difficulty":\#(memory.difficulty)}"# + "\n"
                    : "\(card),\(memory.stability),\(memory.difficulty)\n"
            }
            Terminal.write(text)
        }
    }
}
