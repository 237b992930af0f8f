/// The file that a deck's notes came from, as far as the deck has to know of it.
public struct KeptFile: Hashable, Codable, Sendable {
    /// Names its bytes, which the library keeps.
    public var id: KeptFileID
    /// Languages that the file has under other names: `ja-JP` may stand for `ja-Latn`.
    public var names: [String: String]

    /// Puts together what is known.
    public init(id: KeptFileID, names: [String: String] = [:]) {
        self.id = id
        self.names = names
    }
}
