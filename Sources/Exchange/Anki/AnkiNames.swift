internal import JSON
internal import Recall

/// The names that fields of messages in Anki's newer collections have in the JSON of older ones.
///
/// Both hold the same; Anki's data is stored as JSON, so that it has one form.
struct AnkiNames {
    /// How a field is represented in JSON.
    enum Kind {
        case flag
        /// Inverted.
        case opposite
        case whole
        /// Null where the field is missing.
        case wholeOrNull
        /// Null where the field is missing or 0.
        case deckOrNull
        case text
        case real
        case reals
        case thousandths
        /// In percent; null where the field is missing.
        case percentOrNull
    }

    private let names: [(number: Int, key: String, kind: Kind)]

    init(_ names: [(Int, String, Kind)]) { self.names = names }

    /// The message as a JSON object, including the members that Anki itself did not know.
    func members(of message: ProtobufFields) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        let others = message.bytes(255)
        if !others.isEmpty, let read = JSONValue(others) { members = read.members }
        for (number, key, kind) in names {
            members[key] = Self.value(message, number, kind)
        }
        return members
    }

    private static func value(
        _ message: ProtobufFields,
        _ number: Int,
        _ kind: Kind
    ) -> JSONValue {
        let whole = Int64(truncatingIfNeeded: message.number(number))
        let real = message.floats(number).last.flatMap(decimal) ?? 0
        return switch kind {
        case .flag: .boolean(whole != 0)
        case .opposite: .boolean(whole == 0)
        case .whole: .integer(whole)
        case .wholeOrNull: message.value(number) == nil ? .null : .integer(whole)
        case .deckOrNull: whole == 0 ? .null : .integer(whole)
        case .text: .string(message.text(number))
        case .real: .number(real)
        case .reals: .list(message.floats(number).map { decimal($0).map { .number($0) } ?? .null })
        case .thousandths: .integer(Int64(clamping: real * 1_000))
        case .percentOrNull:
            message.value(number) == nil ? .null : .integer(Int64(clamping: real * 100))
        }
    }

    /// The shortest number with the same value: 0.9, not 0.899999976; nil unless it is finite.
    private static func decimal(_ float: Float) -> Double? {
        float.isFinite ? Double("\(float)") : nil
    }
}

extension AnkiNames {
    static let field = AnkiNames([
        (1, "sticky", .flag), (2, "rtl", .flag), (3, "font", .text), (4, "size", .whole),
        (5, "description", .text), (6, "plainText", .flag), (7, "collapsed", .flag),
        (8, "excludeFromSearch", .flag), (9, "id", .wholeOrNull), (10, "tag", .wholeOrNull),
        (11, "preventDeletion", .flag),
    ])
    static let template = AnkiNames([
        (1, "qfmt", .text), (2, "afmt", .text), (3, "bqfmt", .text), (4, "bafmt", .text),
        (5, "did", .deckOrNull), (6, "bfont", .text), (7, "bsize", .whole),
        (8, "id", .wholeOrNull),
    ])
    static let type = AnkiNames([
        (1, "type", .whole), (2, "sortf", .whole), (3, "css", .text), (5, "latexPre", .text),
        (6, "latexPost", .text), (7, "latexsvg", .flag), (9, "originalStockKind", .whole),
        (10, "originalId", .wholeOrNull),
    ])
    static let deck = AnkiNames([(1, "collapsed", .flag), (2, "browserCollapsed", .flag)])
    static let normalDeck = AnkiNames([
        (1, "conf", .whole), (2, "extendNew", .whole), (3, "extendRev", .whole),
        (4, "desc", .text), (5, "md", .flag), (6, "reviewLimit", .wholeOrNull),
        (7, "newLimit", .wholeOrNull), (10, "desiredRetention", .percentOrNull),
    ])
    static let options = AnkiNames([
        (24, "maxTaken", .whole), (23, "autoplay", .opposite), (25, "timer", .whole),
        (26, "replayq", .opposite), (35, "newPerDayMinimum", .whole),
        (34, "newGatherPriority", .whole), (32, "newSortOrder", .whole), (30, "newMix", .whole),
        (33, "reviewOrder", .whole), (31, "interdayLearningMix", .whole),
        (38, "stopTimerOnAnswer", .flag), (41, "secondsToShowQuestion", .real),
        (42, "secondsToShowAnswer", .real), (36, "questionAction", .whole),
        (43, "answerAction", .whole), (44, "waitForAudio", .flag),
        (29, "buryInterdayLearning", .flag), (3, "fsrsWeights", .reals),
        (5, "fsrsParams5", .reals), (6, "fsrsParams6", .reals), (37, "desiredRetention", .real),
        (46, "ignoreRevlogsBeforeDate", .text), (4, "easyDaysPercentages", .reals),
        (40, "sm2Retention", .real), (45, "weightSearch", .text),
    ])
    static let newOptions = AnkiNames([
        (27, "bury", .flag), (1, "delays", .reals), (11, "initialFactor", .thousandths),
        (9, "perDay", .whole),
    ])
    static let reviewOptions = AnkiNames([
        (28, "bury", .flag), (12, "ease4", .real), (15, "ivlFct", .real), (16, "maxIvl", .whole),
        (10, "perDay", .whole), (13, "hardFactor", .real),
    ])
    static let lapseOptions = AnkiNames([
        (2, "delays", .reals), (21, "leechAction", .whole), (22, "leechFails", .whole),
        (17, "minInt", .whole), (14, "mult", .real),
    ])
}
