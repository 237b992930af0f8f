extension LanguageTag {
    /// The script a text in this language most likely has: the one spelled out, else the usual one; nil where unknown.
    package var likelyScript: String? {
        let subtags = subtags
        if let script = subtags.script { return script }
        if let region = subtags.region,
            let script = UsualScripts.byLanguage["\(subtags.language)-\(region)"]
        {
            return String(script)
        }
        return UsualScripts.byLanguage[subtags.language[...]].map(String.init)
    }

    /// Whether two tags name the same writing: `pa` and `pa-Guru`, `ur-Aran` and `ur-Arab`.
    ///
    /// The usual script may be spelled out or left out, and Nastaliq (`Aran`) is a style of the Arabic script. Region,
    /// variants, extensions and private use have to be the same.
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

    /// Which of some tags stands for this one: itself, else an equivalent one, else (if it names no script) its language.
    package func match(among tags: [LanguageTag]) -> LanguageTag? {
        if tags.contains(self) { return self }
        if let equivalent = tags.first(where: isEquivalent(to:)) { return equivalent }
        guard text == language else { return nil }
        return tags.first { $0.language == language }
    }

    /// The side from which a text in this language is read.
    package var direction: TextDirection {
        guard let script = likelyScript, rightToLeftScripts.contains(script) else {
            return .leftToRight
        }
        return .rightToLeft
    }

    private var scriptToCompare: String? {
        let script = likelyScript
        return script == "Aran" ? "Arab" : script
    }
}

private let rightToLeftScripts: Set = [
    "Adlm", "Arab", "Aran", "Armi", "Avst", "Chrs", "Cprt", "Elym", "Hatr", "Hebr", "Khar", "Lydi",
    "Mand", "Mani", "Mend", "Merc", "Mero", "Narb", "Nbat", "Nkoo", "Orkh", "Ougr", "Phli", "Phlp",
    "Phnx", "Prti", "Rohg", "Samr", "Sarb", "Sogd", "Sogo", "Syrc", "Thaa", "Yezi",
]
