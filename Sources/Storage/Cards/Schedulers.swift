package import Notes
package import Recall
internal import SQLite

extension SettingKey {
    /// The 21 parameters of the memory model as a JSON array; if not set, the default ones apply.
    package static let parameters = SettingKey(rawValue: "parameters")
}

extension Reading where Self: ~Copyable {
    /// The learner's parameters, or the default ones.
    package func parameters() throws -> Parameters {
        try storedParameters().flatMap { try? Parameters($0) } ?? .default
    }

    /// The parameters that were fitted or imported, if any.
    package func storedParameters() throws -> [Double]? {
        try setting(.parameters).flatMap { text in
            connection.parsed(text) { StoredJSON.read($0, as: [Double].self) }
        }
    }

    package func scheduler(for deck: DeckID) throws -> Scheduler {
        var schedulers = try Schedulers(self)
        return try schedulers.scheduler(for: deck, in: self)
    }
}

extension Writer {
    /// Stores the parameters, or removes them.
    func setParameters(_ values: [Double]?) throws {
        try set(.parameters, to: values.map { try StoredJSON.text(of: $0) } ?? "null")
    }
}

/// The schedulers of a library's decks, which have different settings, and the library's parameters or their own.
package struct Schedulers {
    private let model: MemoryModel
    private let settings: StudySettings
    private var schedulers: [DeckID: Scheduler] = [:]
    /// The one that was asked for last, because most cards are in the deck of the one before.
    private var latest: (deck: DeckID, scheduler: Scheduler)?
    /// By the parameters of decks.
    private var models: [[Double]: MemoryModel] = [:]

    /// The days of the settings, which no deck has its own of.
    var boundary: DayBoundary { settings.rules.boundary }

    package init(_ reader: borrowing some Reading & ~Copyable) throws {
        model = MemoryModel(try reader.parameters())
        settings = try reader.settings()
    }

    package mutating func scheduler(
        for deck: DeckID,
        in reader: borrowing some Reading & ~Copyable
    ) throws -> Scheduler {
        if let latest, latest.deck == deck { return latest.scheduler }
        if let scheduler = schedulers[deck] {
            latest = (deck, scheduler)
            return scheduler
        }
        let own = try reader.deckSettings(of: deck)
        let scheduler = Scheduler(
            model: model(with: own.parameters),
            rules: settings.applying(own).rules
        )
        schedulers[deck] = scheduler
        latest = (deck, scheduler)
        return scheduler
    }

    /// The model with a deck's parameters; the library's where it has none.
    private mutating func model(with parameters: [Double]?) -> MemoryModel {
        guard let parameters else { return model }
        if let known = models[parameters] { return known }
        let model = (try? Parameters(parameters)).map { MemoryModel($0) } ?? model
        models[parameters] = model
        return model
    }
}
