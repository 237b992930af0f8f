import FoundationEssentials
import Library
import Notes
import Pages
import Recall
import RecallTraining
import Server

/// The learner's library, through the server that has it open, or opened here where none has.
enum LearnersLibrary {
    case served(RunningServer)
    case here(Library)

    /// Finds the way; makes no library where there is none.
    init(_ location: LibraryLocation) throws(Failure) {
        let server = RunningServer(location)
        if server.isThere {
            self = .served(server)
            return
        }
        try location.checkThere()
        self = .here(try location.open())
    }

    /// Closes what was opened here.
    func close() throws(Failure) {
        guard case .here(let library) = self else { return }
        try Failure.telling { () throws(LibraryError) in try library.close() }
    }

    /// How the learner forgets, as far as it was found out.
    func parameters() throws(Failure) -> Parameters {
        switch self {
        case .served(let server):
            let answer = try server.ask("GET", .parameters, expecting: Numbers.self)
            do { return try Parameters(answer.parameters) } catch { throw Failure("\(error)") }
        case .here(let library):
            return try Failure.telling { () throws(LibraryError) in try library.parameters() }
        }
    }

    /// Keeps how the learner forgets, and has all memories worked out anew.
    func keep(_ parameters: Parameters) throws(Failure) {
        switch self {
        case .served(let server):
            let numbers = parameters.values.map { "\($0)" }.joined(separator: ",")
            let body = Array(#"{"parameters":[\#(numbers)]}"#.utf8)
            _ = try server.ask("POST", .parameters, body, expecting: Numbers.self)
        case .here(let library):
            try Failure.telling { () throws(LibraryError) in try library.keep(parameters) }
        }
    }

    /// The reviews that can be learned from.
    func reviewLog() throws(Failure) -> ReviewLog {
        switch self {
        case .served(let server): return try Self.read(try server.bytes(.reviewLog))
        case .here(let library):
            var log = ReviewLog()
            var part = 0
            while let reviews = try Failure.telling({ () throws(LibraryError) in
                try library.reviewLog(part: part)
            }) {
                for review in reviews {
                    log.append(
                        card: review.card,
                        moment: review.moment.milliseconds,
                        day: Int32(clamping: review.day),
                        grade: review.grade
                    )
                }
                part += 1
            }
            return log
        }
    }

    /// Lends what is remembered of each card that was reviewed.
    func forEachMemory(
        _ body: (_ card: String, Memory) throws(Failure) -> Void
    ) throws(Failure) {
        switch self {
        case .served(let server):
            let text = String(decoding: try server.bytes(.memories), as: UTF8.self)
            for line in text.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: ",")
                guard fields.count == 3, let stability = Double(fields[1]),
                    let difficulty = Double(fields[2])
                else { throw Failure("the server does not speak clearly; is it of this version?") }
                let memory = Memory(stability: stability, difficulty: difficulty)
                try body(String(fields[0]), memory)
            }
        case .here(let library):
            var part = 0
            while let cards = try Failure.telling({ () throws(LibraryError) in
                try library.cards(part: part)
            }) {
                for card in cards {
                    if let memory = card.state.memory { try body("\(card.id)", memory) }
                }
                part += 1
            }
        }
    }

    private struct Numbers: Decodable {
        let parameters: [Double]
    }

    private static func read(_ bytes: [UInt8]) throws(Failure) -> ReviewLog {
        var reader = ReviewLogReader { Int32(clamping: $0 / 86_400_000) }
        do {
            try bytes.withUnsafeBytes { try reader.read($0) }
            return try reader.finish()
        } catch {
            throw Failure("the server's log does not read: \(error)")
        }
    }
}
