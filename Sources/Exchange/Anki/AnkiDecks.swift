internal import JSON
internal import Notes
internal import Recall

/// The decks of a library as Anki stores them, with the options that they share.
struct AnkiDecks {
    private var numbers: [DeckID: Int64] = [:]
    private var used: Set<DeckID> = []
    private var decks: [Deck] = []
    private var options: [Int64: JSONValue] = [:]
    private var isScheduled = true

    init() {}

    init(
        _ decks: [Deck],
        _ settings: StudySettings,
        isScheduled: Bool,
        _ parameters: [Double]?
    ) {
        self.decks = decks
        self.isScheduled = isScheduled
        var taken = TakenNumbers()
        for deck in decks {
            var number = deck.kept.ankiIdentifier ?? 1
            if number <= 1 { number = deck.name.text == "Default" ? 1 : deck.id.rawValue >> 21 }
            // Only the default deck has the number 1, which every collection has.
            numbers[deck.id] = number == 1 ? 1 : taken.take(from: number)
        }
        var usual = Self.options(settings)
        if isScheduled, let parameters, parameters.count == 21 {
            usual["fsrsParams6"] = .list(parameters.map(JSONValue.number))
        }
        options[1] = .object(usual)
        guard isScheduled else { return }
        for deck in decks {
            guard let kept = deck.kept["options"] else { continue }
            options[kept.number("id")] = .object(usual.merging(kept.members) { $1 })
        }
    }

    /// The number of a deck, which is exported from now on.
    mutating func number(of deck: DeckID) -> Int64 {
        used.insert(deck)
        return numbers[deck] ?? 1
    }

    /// The decks that hold cards, those that contain them, and the default deck of every collection.
    func json(at seconds: Int64) -> String {
        let names = decks.filter { used.contains($0.id) }.map(\.name)
        let keys = Set(names.flatMap { ($0.ancestors + [$0]).map(\.key) })
        var members: [String: JSONValue] = [:]
        for deck in decks where keys.contains(deck.name.key) {
            let number = numbers[deck.id] ?? 1
            members[String(number)] = object(deck, number, at: seconds)
        }
        if members["1"] == nil {
            var usual = Self.usual
            usual["id"] = 1
            usual["name"] = "Default"
            members["1"] = .object(usual)
        }
        return JSONValue.object(members).json
    }

    var optionsJSON: String {
        JSONValue.object(Dictionary(uniqueKeysWithValues: options.map { (String($0), $1) })).json
    }

    private func object(_ deck: Deck, _ number: Int64, at seconds: Int64) -> JSONValue {
        let kept = deck.kept
        var members = Self.usual.merging(kept.members) { $1 }
        members["options"] = nil
        members["id"] = .integer(number)
        let there = kept.text("name")
        let isSame = !there.isEmpty && DeckName(anki: there) == deck.name
        members["name"] = .string(isSame ? there : deck.name.text)
        if members["mod"] == nil { members["mod"] = .integer(seconds) }
        guard isScheduled else {
            members["conf"] = 1
            return .object(members)
        }
        if options[kept.number("conf")] == nil { members["conf"] = 1 }
        let shared = options[members["conf"].map { JSONValue.object(["c": $0]).number("c") } ?? 1]
        Self.set(&members, "newLimit", deck.settings.newLimit, shared?["new"]?["perDay"], 20)
        Self.set(
            &members,
            "reviewLimit",
            deck.settings.reviewLimit,
            shared?["rev"]?["perDay"],
            200
        )
        if let retention = deck.settings.retention,
            retention != shared?["desiredRetention"]?.real, members["desiredRetention"] == .null
        {
            members["desiredRetention"] = .integer(Int64(clamping: retention * 100))
        }
        return .object(members)
    }

    /// Sets a limit where it differs from the shared one and from the deck's own.
    private static func set(
        _ members: inout [String: JSONValue],
        _ key: String,
        _ limit: Int?,
        _ shared: JSONValue?,
        _ usual: Int
    ) {
        guard let limit else { return }
        let own = members[key]?.whole
        if own == nil ? limit != shared?.whole ?? usual : limit != own {
            members[key] = .integer(Int64(clamping: limit))
        }
    }

    private static let usual: [String: JSONValue] = [
        "usn": -1, "lrnToday": [0, 0], "revToday": [0, 0], "newToday": [0, 0],
        "timeToday": [0, 0], "collapsed": false, "browserCollapsed": false, "desc": "", "dyn": 0,
        "conf": 1, "extendNew": 0, "extendRev": 0, "reviewLimit": .null, "newLimit": .null,
        "reviewLimitToday": .null, "newLimitToday": .null, "desiredRetention": .null, "mod": 0,
    ]

    /// The library's settings as options for decks that have none of their own.
    private static func options(_ settings: StudySettings) -> [String: JSONValue] {
        [
            "id": 1, "mod": 0, "name": "Default", "usn": 0, "maxTaken": 60, "autoplay": true,
            "timer": 0, "replayq": true, "dyn": false,
            "desiredRetention": .number(settings.retention),
            "new": [
                "bury": false, "delays": minutes(settings.learningSteps), "initialFactor": 2_500,
                "ints": [1, 4, 0], "order": 1,
                "perDay": .integer(Int64(clamping: settings.newLimit)),
            ],
            "rev": [
                "bury": false, "ease4": .number(1.3), "ivlFct": 1,
                "maxIvl": .integer(Int64(clamping: settings.longestInterval)),
                "perDay": .integer(Int64(clamping: settings.reviewLimit)),
                "hardFactor": .number(1.2),
            ],
            "lapse": [
                "delays": minutes(settings.relearningSteps), "leechAction": 1,
                "leechFails": .integer(Int64(clamping: settings.leechLapses)), "minInt": 1,
                "mult": 0,
            ],
        ]
    }

    private static func minutes(_ steps: Steps) -> JSONValue {
        .list(
            steps.seconds.map { seconds in
                seconds.isMultiple(of: 60)
                    ? .integer(Int64(clamping: seconds / 60)) : .number(Double(seconds) / 60)
            }
        )
    }
}

extension Deck {
    /// Anki's data for the deck that is not used here.
    fileprivate var kept: JSONValue {
        settings.anki.flatMap { JSONValue($0.utf8) } ?? .object([:])
    }
}
