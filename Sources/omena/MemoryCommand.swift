import Recall
import RecallTraining
import Threads

/// `omena memory`: the memory state of each card in a library, or at the end of a review log.
struct MemoryCommand {
    private let source: ReviewSource
    private let cores: Int
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        source = try ReviewSource(&arguments)
        cores = try ParallelFor.size(option: try arguments.value(of: "--cores"))
        isJSON = arguments.flag("--json")
        try arguments.finish()
    }

    func run() throws(Failure) {
        var lines = Lines(isJSON: isJSON)
        switch source {
        case .file(let file, let parameters):
            let log = try file.read()
            let model = MemoryModel(parameters)
            let memories = model.memories(
                of: log.histories(),
                on: ParallelRunner(ParallelFor(size: cores))
            )
            for (card, memory) in zip(log.cards, memories) { try lines.write("\(card)", memory) }
        case .library(let location):
            let library = try LearnersLibrary(location)
            try library.forEachMemory { card, memory throws(Failure) in
                try lines.write(isJSON ? "\"\(card)\"" : card, memory)
            }
            try library.close()
        }
        try lines.finish()
    }

    /// One line per card, written in batches.
    private struct Lines {
        private let isJSON: Bool
        private var text: String
        private var count = 0

        init(isJSON: Bool) {
            self.isJSON = isJSON
            text = isJSON ? "" : "card_id,stability,difficulty\n"
        }

        mutating func write(_ card: String, _ memory: Memory) throws(Failure) {
            text +=
                isJSON
                ? #"{"card":\#(card),"stability":\#(memory.stability),"#
                    + #""difficulty":\#(memory.difficulty)}"# + "\n"
                : "\(card),\(memory.stability),\(memory.difficulty)\n"
            count += 1
            if count.isMultiple(of: 4_096) { try finish() }
        }

        mutating func finish() throws(Failure) {
            try Terminal.write(text)
            text = ""
        }
    }
}
