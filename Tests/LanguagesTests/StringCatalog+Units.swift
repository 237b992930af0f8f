import Languages

extension StringCatalog.Entry {
    /// The text in a language, if it does not vary.
    func unit(in language: LanguageTag) -> StringCatalog.StringUnit? {
        for localization in localizations where localization.language == language {
            if case .unit(let unit) = localization.content { return unit }
        }
        return nil
    }
}
