internal import Library
internal import LibraryValues
internal import Notes
internal import Recall

extension ConnectAction {
    /// What changes or tells how well cards are known.
    static let learning: [String: ConnectAction] = [
        "getIntervals": ConnectAction("cards", "complete") { call in
            let isComplete = try call.parameters.flag("complete")
            guard isComplete else {
                return try call.perCard { .integer(Int64($0?.state.interval ?? 0)) }
            }
            let ids = try call.cards(try call.parameters.ids("cards"))
            let intervals = try call.library.reviews(of: ids.compactMap(\.self)).mapValues {
                ConnectValue.list($0.map { .integer(Int64($0.interval)) })
            }
            return .list(ids.map { $0.flatMap { intervals[$0] } ?? [] })
        },
        "forgetCards": ConnectAction("cards", changes: true) { call in
            let ids = try call.cards(try call.parameters.ids("cards"))
            try call.act(.reset, on: Set(try call.connectedCards(ids).keys))
            return .null
        },
        "relearnCards": ConnectAction("cards", changes: true) { call in
            let ids = try call.cards(try call.parameters.ids("cards"))
            try call.act(.redate(days: 0), on: Set(try call.connectedCards(ids).keys))
            return .null
        },
        "answerCards": ConnectAction("answers", changes: true) { call in
            let answers = try call.parameters.list("answers").map { value in
                let answer = try ConnectParameters(value, called: "answers")
                let ease = try answer.id("ease")
                guard let grade = UInt8(exactly: ease).flatMap({ Grade(rawValue: $0) }) else {
                    throw ConnectError("ease must be a number from 1 to 4, not \(ease)")
                }
                return (card: try answer.id("cardId"), grade: grade)
            }
            let ids = try call.cards(answers.map(\.card))
            let known = try call.connectedCards(ids)
            // As in Anki, a card that is answered is neither suspended nor buried any more.
            let hidden = known.filter { $1.card.marks.isSuspended || $1.card.marks.burial != nil }
            if !hidden.isEmpty { try call.act(.unsuspend, on: Set(hidden.keys)) }
            var accepted: [ConnectValue] = []
            for (id, answer) in zip(ids, answers) {
                guard let id, known[id] != nil else {
                    accepted.append(false)
                    continue
                }
                let isStored = try call.library.answer(
                    [(id, answer.grade)],
                    timeZoneOffset: call.offset
                )[0]
                accepted.append(.boolean(isStored))
            }
            return .list(accepted)
        },
    ]
}
