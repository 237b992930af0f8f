internal import FoundationEssentials
internal import Languages

/// What a model said, as far as it has.
struct ChatAnswer: Hashable {
    var text = ""
    /// Why the model would not answer, in its own words.
    var refusal: String?
    /// What went wrong at the server, in its own words.
    var error: String?
    /// Whether anything came that is an answer, or a part of one.
    var isBegun = false
    /// Whether the server has said that this is all.
    var isFinished = false
    /// Whether it stopped because it had said as much as it may.
    var isCut = false
}

/// Reads an answer as it arrives: as events, or as one JSON text where the server does not stream.
final class ChatReader {
    private(set) var answer = ChatAnswer()
    private var buffer: [UInt8] = []
    /// How much of the buffer is known to hold no end of a line.
    private var searched = 0

    /// Takes a piece, and tells of each bit of text in it.
    func read(_ bytes: [UInt8], progress: (String) -> Void = { _ in }) {
        buffer += bytes
        while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let length = answer.text.utf8.count
            guard take(buffer[..<end]) else { break }
            if answer.text.utf8.count > length { progress(answer.text) }
            buffer.removeSubrange(...end)
            searched = 0
        }
        searched = buffer.count
    }

    /// Takes what is left: the last line, or the whole of an answer that was not streamed.
    func finish() {
        if !take(buffer[...]) { take(json: buffer) }
        buffer = []
        searched = 0
    }

    /// What a server says went wrong, if it says anything.
    static func complaint(in body: [UInt8]) -> String? {
        (try? JSONDecoder().decode(Piece.self, from: Data(body)))?.error?.message
    }

    /// Takes a line of an event stream; false where it is none.
    private func take(_ line: ArraySlice<UInt8>) -> Bool {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        // Comments keep a connection alive; names and numbers of events say nothing.
        if line.isEmpty { return true }
        for name in [":", "event:", "id:", "retry:"] where line.starts(with: name.utf8) {
            return true
        }
        guard line.starts(with: "data:".utf8) else { return false }
        let data = line.dropFirst(5).drop { $0 == UInt8(ascii: " ") }
        if Array(data) == Array("[DONE]".utf8) {
            answer.isFinished = true
        } else {
            take(json: Array(data))
        }
        return true
    }

    private func take(json: [UInt8]) {
        guard let piece = try? JSONDecoder().decode(Piece.self, from: Data(json)) else { return }
        if let error = piece.error { answer.error = error.message }
        guard let choice = piece.choices?.first else { return }
        answer.isBegun = true
        let said = choice.delta ?? choice.message
        answer.text += said?.content ?? ""
        if let refusal = said?.refusal, !refusal.isEmpty {
            answer.refusal = (answer.refusal ?? "") + refusal
        }
        if let reason = choice.reason {
            answer.isFinished = true
            answer.isCut = reason == "length"
            if reason == "content_filter", answer.refusal == nil {
                answer.refusal = say("its rules forbid it.")
            }
        }
    }

    /// One event, or the whole answer: their forms differ in one name.
    private struct Piece: Decodable {
        struct Choice: Decodable {
            enum CodingKeys: String, CodingKey { case delta, message, reason = "finish_reason" }

            var delta: Said?
            var message: Said?
            var reason: String?
        }

        struct Said: Decodable {
            var content: String?
            var refusal: String?
        }

        /// Some servers write a line, others an object that has one.
        struct Complaint: Decodable {
            let message: String

            private struct Wordy: Decodable { var message: String }

            init(from decoder: any Decoder) throws {
                let line = try? decoder.singleValueContainer().decode(String.self)
                message = try String((line ?? Wordy(from: decoder).message).prefix(200))
            }
        }

        var choices: [Choice]?
        var error: Complaint?
    }
}

/// The list of a server's models.
enum ModelList {
    private struct List: Decodable {
        struct Model: Decodable { var id: String }

        var data: [Model]
    }

    /// How the models are called; nil where it is no such list.
    static func names(in body: [UInt8]) -> [String]? {
        (try? JSONDecoder().decode(List.self, from: Data(body)))?.data.map(\.id)
    }
}
