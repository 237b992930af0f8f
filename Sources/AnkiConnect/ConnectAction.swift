internal import Library
internal import LibraryValues

/// An action that programs can ask for.
struct ConnectAction: Sendable {
    let parameters: [String]
    /// Whether it may change the library.
    let changes: Bool
    let perform: @Sendable (ConnectCall) throws -> ConnectValue

    init(
        _ parameters: String...,
        changes: Bool = false,
        perform: @escaping @Sendable (ConnectCall) throws -> ConnectValue
    ) {
        self.parameters = parameters
        self.changes = changes
        self.perform = perform
    }

    /// All of them by name, without those of `ConnectService` itself.
    static let all: [String: ConnectAction] = [
        notes, tags, cards, learning, decks, models, modelChanges, media, statistics, interface,
        unneeded,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

    /// The actions that `ConnectService` performs itself.
    static let own = ["apiReflect", "multi", "requestPermission", "version"]
}

/// One action that a program asks for, with what it is performed on.
struct ConnectCall {
    let service: ConnectService
    let library: Library
    let client: ConnectedClient
    let parameters: ConnectParameters
    /// How far the learner's clock is ahead of UTC, in minutes.
    let offset: Int
    /// What is left for its answer.
    let budget: AnswerBudget

    var author: BrowserNumber { client.author }

    /// A list with a value for each element, made only as long as they fit into the answer.
    func list<Element>(
        _ elements: some Sequence<Element>,
        _ value: (Element) throws -> ConnectValue
    ) throws -> ConnectValue {
        var budget = budget
        return .list(try elements.map { try budget.pay(for: value($0)) })
    }
}
