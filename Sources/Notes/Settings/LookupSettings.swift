/// Whom Omena asks when a learner wants a word looked up or made up.
public struct LookupSettings: Codable, Hashable, Sendable {
    /// Who is asked first; the other one is asked where the first knows nothing.
    public enum First: String, Codable, CaseIterable, Sendable {
        case model, dictionary
    }

    /// The address of a language model's server; empty where there is none.
    public var endpoint = ""
    /// How the server calls the model.
    public var model = ""
    /// Of a dictionary and a model.
    public var first = First.model

    /// Nobody but the dictionaries.
    public init() {}
}
