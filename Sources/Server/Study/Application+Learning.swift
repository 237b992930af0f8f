import HTTP
import Library
import Notes
import Recall

// For the other commands, over the socket beside the library.

extension Application {
    /// `GET /review-log`: the log as CSV in the common format, with the learner's days.
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

    /// `GET /memories`: the memory state of each reviewed card as CSV.
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

    /// `GET /parameters`: the scheduler's parameters.
    func parameters() throws -> Response {
        .json(StoredParameters(parameters: try library.parameters().values))
    }

    /// `POST /parameters`: uses parameters that were fitted to the log if they predict it better, and recomputes all memory states.
    func keepParameters(_ request: Request) throws -> Response {
        let message = "The body contains no parameters."
        let body: StoredParameters = try parseJSON(request.bytes, orRefuse: message)
        guard let parameters = try? Parameters(body.parameters) else {
            throw HTTPError(.badRequest, message: message)
        }
        try library.use(parameters)
        return try self.parameters()
    }
}

private struct StoredParameters: Codable {
    let parameters: [Double]
}
