import FoundationEssentials
import JSON
import Library
import Notes
import Pages
import Recall
import RecallTraining

/// The learner's library: through the server that has it open, or else opened by this process.
enum LearnersLibrary {
    case served(RunningServer)
    case open(Library)

    /// Does not create a missing library.
    init(_ location: LibraryLocation) throws(Failure) {
        let server = RunningServer(location)
        if server.isRunning {
            self = .served(server)
            return
        }
        try location.checkExists()
        self = .open(try location.open())
    }

    func close() throws(Failure) {
        guard case .open(let library) = self else { return }
        try Failure.wrap { () throws(LibraryError) in try library.close() }
    }

    /// The scheduler's parameters.
    func parameters() throws(Failure) -> Parameters {
        switch self {
        case .served(let server):
            let answer = try server.ask("GET", .parameters, expecting: Numbers.self)
            do { return try Parameters(answer.parameters) } catch { throw Failure("\(error)") }
        case .open(let library):
            return try Failure.wrap { () throws(LibraryError) in try library.parameters() }
        }
    }

    /// Uses parameters that were fitted to the log, and recomputes all memory states.
    func keep(_ parameters: Parameters) throws(Failure) {
        switch self {
        case .served(let server):
            let body = JSONCoding.bytes(of: ["parameters": parameters.values])
            _ = try server.ask("POST", .parameters, body, expecting: Numbers.self)
        case .open(let library):
            try Failure.wrap { () throws(LibraryError) in try library.use(parameters) }
        }
    }

    /// The reviews to which the scheduler is fitted.
    func reviewLog() throws(Failure) -> ReviewLog {
        switch self {
        case .served(let server): return try Self.read(try server.bytes(.reviewLog))
        case .open(let library):
            var log = ReviewLog()
            var part = 0
            while let reviews = try Failure.wrap({ () throws(LibraryError) in
                try library.reviewLog(part: part)
            }) {
                for review in reviews { log.append(review) }
                part += 1
            }
            return log
        }
    }

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
                else {
                    throw Failure("cannot read the server's answer; is it of the same version?")
                }
                let memory = Memory(stability: stability, difficulty: difficulty)
                try body(String(fields[0]), memory)
            }
        case .open(let library):
            var part = 0
            while let cards = try Failure.wrap({ () throws(LibraryError) in
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
            throw Failure("cannot read the server's log: \(error)")
        }
    }
}
