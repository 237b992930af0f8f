/// Which sources Omena asks for definitions and translations of words.
package struct LookupSettings: Codable, Hashable, Sendable {
    /// The source that is asked first; the other one is asked if it knows nothing.
    package enum First: String, Codable, CaseIterable, Sendable {
        case model, dictionary
    }

    /// The address of a language model's server; empty if there is none.
    package var endpoint = ""
    /// The server's name for the model.
    package var model = ""
    package var first = First.model

    /// Only the dictionaries.
    package init() {}
}
