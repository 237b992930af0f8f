import FoundationEssentials
import HTTP
import Languages
import Library
import Notes
import Recall

// What the other commands ask of a running server, over the socket beside the library alone.

extension Application {
    /// `GET /review-log`: the log in the form that the field exchanges, with the learner's days.
    func reviewLog() -> Response {
        .stream(type: "text/csv; charset=utf-8") { [library] writer in
            try await writer.write("card_id,review_time,review_rating,review_day\n")
            var part = 0
            while let reviews = try library.reviewLog(part: part) {
                var lines = ""
                for review in reviews {
                    lines +=
                        "\(review.card),\(review.moment.milliseconds),\(review.grade.rawValue),"
                        + "\(review.day)\n"
                }
                try await writer.write(lines)
                part += 1
            }
        }
    }

    /// `GET /memories`: what is remembered of each card that was reviewed, a line a card.
    func memories() -> Response {
        .stream(type: "text/csv; charset=utf-8") { [library] writer in
            try await writer.write("card_id,stability,difficulty\n")
            var part = 0
            while let cards = try library.cards(part: part) {
                var lines = ""
                for card in cards {
                    guard let memory = card.state.memory else { continue }
                    lines += "\(card.id),\(memory.stability),\(memory.difficulty)\n"
                }
                try await writer.write(lines)
                part += 1
            }
        }
    }

    /// `GET /parameters`: how the learner forgets.
    func parameters() throws -> Response {
        .json(encode(StoredParameters(parameters: try library.parameters().values))).cached(.never)
    }

    /// `POST /parameters`: keeps how the learner forgets, and works out all memories anew.
    func keepParameters(_ request: Request) throws -> Response {
        let complaint = "The body holds no parameters."
        let body: StoredParameters = try readJSON(request.bytes, complaint)
        guard let parameters = try? Parameters(body.parameters) else {
            throw HTTPError(.badRequest, message: complaint)
        }
        try library.keep(parameters)
        return try self.parameters()
    }
}

private struct StoredParameters: Codable {
    let parameters: [Double]
}
