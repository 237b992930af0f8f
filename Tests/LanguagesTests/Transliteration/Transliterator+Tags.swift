import Languages
import Testing

extension Transliterator {
    /// The rule for two scripts, which must exist.
    static func between(_ source: String, _ target: String, reading: JapaneseReader? = nil) throws
        -> Transliterator
    {
        let source = try #require(LanguageTag(source))
        let target = try #require(LanguageTag(target))
        return try #require(Transliterator(from: source, to: target, reading: reading))
    }
}
