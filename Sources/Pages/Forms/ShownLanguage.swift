package import Languages

// Forms that show built-in names say in which language, because the learner may choose another one before they are sent.

extension HiddenField {
    init(shownIn language: InterfaceLanguage) { self.init("shown-in", language.rawValue) }
}

extension InterfaceLanguage {
    /// The language of the names in a form that was sent; the current one if it does not say.
    package init(shownIn fields: [(name: String, value: String)]) {
        let value = fields.first { $0.name == "shown-in" }?.value
        self = value.flatMap { InterfaceLanguage(rawValue: $0) } ?? .current
    }
}
