internal import JSON
internal import Languages

/// A model's answer, possibly incomplete.
struct ChatAnswer: Hashable {
    var text = ""
    /// The model's refusal in its own words.
    var refusal: String?
    /// The server's error message.
    var error: String?
    /// Whether any part of an answer has arrived.
    var isBegun = false
    /// Whether the server has marked the answer as complete.
    var isFinished = false
    /// Whether it was cut off at the length limit.
    var isCut = false
}

/// Parses an answer while it arrives, as server-sent events or as one JSON text.
final class ChatReader {
    private(set) var answer = ChatAnswer()
    private var buffer: [UInt8] = []
    /// How much of the buffer is known to contain no newline.
    private var searched = 0

    /// Parses a piece and calls `progress` when there is more text.
    func read(_ bytes: [UInt8], progress: (String) -> Void = { _ in }) {
        buffer += bytes
        var start = 0
        while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let length = answer.text.utf8.count
            guard take(buffer[start..<end]) else { break }
            if answer.text.utf8.count > length { progress(answer.text) }
            start = end + 1
            searched = start
        }
        buffer.removeSubrange(..<start)
        searched = buffer.count
    }

    /// Parses the rest: the last line, or all of an answer that was not streamed.
    func finish() {
        if !take(buffer[...]) { take(json: buffer) }
        buffer = []
        searched = 0
    }

    /// The error message in a response, if any.
    static func complaint(in body: [UInt8]) -> String? {
        (try? JSONCoding.decode(Piece.self, from: body))?.error?.message
    }

    /// Parses a line of an event stream; false if it is not one.
    private func take(_ line: ArraySlice<UInt8>) -> Bool {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        // Comments keep a connection alive; names and ids of events are not needed.
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
        guard let piece = try? JSONCoding.decode(Piece.self, from: json) else { return }
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
                answer.refusal = say("Its safety rules don’t allow it.")
            }
        }
    }

    /// An event or a whole answer, which differ in one key.
    private struct Piece: Decodable {
        struct Choice: Decodable {
            enum CodingKeys: String, CodingKey { case delta, message, reason = "finish_reason" }

            var delta: Reply?
            var message: Reply?
            var reason: String?
        }

        struct Reply: Decodable {
            var content: String?
            var refusal: String?
        }

        /// Some servers send a string, others an object with a message.
        struct ErrorMessage: Decodable {
            let message: String

            private struct ErrorObject: Decodable { var message: String }

            init(from decoder: any Decoder) throws {
                let line = try? decoder.singleValueContainer().decode(String.self)
                message = try String((line ?? ErrorObject(from: decoder).message).prefix(200))
            }
        }

        var choices: [Choice]?
        var error: ErrorMessage?
    }
}

/// The list of a server's models.
enum ModelList {
    private struct List: Decodable {
        struct Model: Decodable { var id: String }

        var data: [Model]
    }

    /// The names of the models; nil if it is not such a list.
    static func names(in body: [UInt8]) -> [String]? {
        (try? JSONCoding.decode(List.self, from: body))?.data.map(\.id)
    }
}
