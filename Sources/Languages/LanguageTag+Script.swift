extension LanguageTag {
    /// The explicit script, or else the usual one of the language; nil if that is unknown.
    package var likelyScript: String? {
        let subtags = subtags
        if let script = subtags.script { return script }
        if let region = subtags.region,
            let script = LikelyScripts.byLanguage["\(subtags.language)-\(region)"]
        {
            return String(script)
        }
        return LikelyScripts.byLanguage[subtags.language[...]].map(String.init)
    }

    /// Whether two tags have the same language and script: `pa` and `pa-Guru`, `ur-Aran` and `ur-Arab`.
    ///
    /// The usual script may be omitted, and Nastaliq (`Aran`) is a style of the Arabic script. Region, variants, extensions and
    /// private use must be the same.
    package func isEquivalent(to other: LanguageTag) -> Bool {
        if self == other { return true }
        guard language == other.language else { return false }
        let (mine, theirs) = (subtags, other.subtags)
        return mine.extendedLanguages == theirs.extendedLanguages
            && scriptToCompare == other.scriptToCompare
            && mine.region == theirs.region
            && mine.variants == theirs.variants
            && mine.extensions == theirs.extensions
            && mine.privateUse == theirs.privateUse
    }

    /// The same tag, or else an equivalent one, or else (if this one is only a language) the first with the same language.
    package func match(among tags: [LanguageTag]) -> LanguageTag? {
        if tags.contains(self) { return self }
        if let equivalent = tags.first(where: isEquivalent(to:)) { return equivalent }
        guard text == language else { return nil }
        return tags.first { $0.language == language }
    }

    private var scriptToCompare: String? {
        let script = likelyScript
        return script == "Aran" ? "Arab" : script
    }
}
