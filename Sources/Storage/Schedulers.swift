package import Notes
package import Recall

extension SettingKey {
    /// The 21 parameters of the memory model, as a JSON array; the usual ones where it is not set.
    package static let parameters = SettingKey(rawValue: "parameters")
}

extension Reading where Self: ~Copyable {
    /// How this learner forgets, as far as it was found out.
    package func parameters() throws -> Parameters {
        try storedParameters().flatMap { try? Parameters($0) } ?? .default
    }

    /// The numbers that were found out or imported; nil where there are none.
    package func storedParameters() throws -> [Double]? {
        try setting(.parameters).flatMap { StoredJSON.read($0, as: [Double].self) }
    }

    /// Says when the cards of a deck come back.
    package func scheduler(for deck: DeckID) throws -> Scheduler {
        var schedulers = try Schedulers(self)
        return try schedulers.scheduler(for: deck, in: self)
    }
}

extension Writer {
    /// Keeps how this learner forgets; what follows from that is stale until all states are refreshed.
    package func set(_ parameters: Parameters) throws {
        try set(.parameters, to: StoredJSON.text(of: parameters.values))
    }

    /// The same by the numbers alone, or as if nothing had been found out.
    func setParameters(_ values: [Double]?) throws {
        try set(.parameters, to: values.map { try StoredJSON.text(of: $0) } ?? "null")
    }
}

/// The schedulers of a library's decks: what a deck settles differs, how its learner forgets does not.
package struct Schedulers {
    private let model: MemoryModel
    private let settings: StudySettings
    private var schedulers: [DeckID: Scheduler] = [:]

    /// Reads what holds for the whole library.
    package init(_ reader: borrowing some Reading & ~Copyable) throws {
        model = MemoryModel(try reader.parameters())
        settings = try reader.settings()
    }

    /// Says when the cards of a deck come back.
    package mutating func scheduler(
        for deck: DeckID,
        in reader: borrowing some Reading & ~Copyable
    ) throws -> Scheduler {
        if let scheduler = schedulers[deck] { return scheduler }
        let settings = settings.holding(in: try reader.deckSettings(of: deck))
        let scheduler = Scheduler(model: model, rules: settings.rules)
        schedulers[deck] = scheduler
        return scheduler
    }
}
