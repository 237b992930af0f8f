import Languages

/// One attribute of an element; links take a `Route`, so that no address is ever concatenated from text.
struct Attribute {
    private enum Value {
        case absent
        case present
        case fixed(StaticString)
        case text(String)
        case number(Int)
    }

    private let name: StaticString
    private let value: Value

    func write(to page: inout HTMLWriter) {
        if case .absent = value { return }
        page.markup(" ")
        page.markup(name)
        if case .present = value { return }
        page.markup("=\"")
        switch value {
        case .absent, .present: break
        case .fixed(let fixed): page.markup(fixed)
        case .text(let text): page.text(text)
        case .number(let number): page.number(number)
        }
        page.markup("\"")
    }
}

extension Attribute {
    static func `class`(_ names: StaticString) -> Attribute { .fixed("class", names) }
    static func id(_ id: StaticString) -> Attribute { .fixed("id", id) }
    static func type(_ type: StaticString) -> Attribute { .fixed("type", type) }

    // MARK: - Links

    static func href(_ route: Route) -> Attribute { .text("href", route.path) }
    static func href(fragment: StaticString) -> Attribute { .fixed("href", fragment) }
    static func src(_ route: Route) -> Attribute { .text("src", route.path) }
    static func action(_ route: Route) -> Attribute { .text("action", route.path) }
    static func method(_ method: StaticString) -> Attribute { .fixed("method", method) }
    static func rel(_ relation: StaticString) -> Attribute { .fixed("rel", relation) }

    // MARK: - Language

    static func lang(_ language: LanguageTag?) -> Attribute { .text("lang", language?.text) }
    static func lang(_ language: InterfaceLanguage) -> Attribute {
        .text("lang", language.rawValue)
    }
    static func dir(_ direction: TextDirection) -> Attribute { .text("dir", direction.rawValue) }
    static var dirAuto: Attribute { .fixed("dir", "auto") }

    // MARK: - Accessibility

    static func role(_ role: StaticString) -> Attribute { .fixed("role", role) }
    /// An `aria-*` attribute, by its whole name.
    static func aria(_ name: StaticString, _ value: StaticString) -> Attribute {
        .fixed(name, value)
    }
    static func ariaLabel(_ phrase: Phrase) -> Attribute {
        .text("aria-label", phrase.pageText)
    }
    static var ariaHidden: Attribute { .fixed("aria-hidden", "true") }
    static var inert: Attribute { .present("inert") }
    static var hidden: Attribute { .present("hidden") }
    /// Keeps the place of a hidden element that the page's script will show, so that nothing moves then.
    static var reserved: Attribute { .present("data-reserved") }
    static func tabindex(_ index: Int) -> Attribute { .number("tabindex", index) }

    // MARK: - Texts

    static func title(_ phrase: Phrase) -> Attribute { .text("title", phrase.pageText) }
    static func placeholder(_ phrase: Phrase?) -> Attribute {
        .text("placeholder", phrase?.pageText)
    }

    // MARK: - Any other attribute

    /// An attribute whose value is in the source code.
    static func fixed(_ name: StaticString, _ value: StaticString) -> Attribute {
        Attribute(name: name, value: .fixed(value))
    }
    /// An attribute whose value is text; left out for nil.
    static func text(_ name: StaticString, _ value: String?) -> Attribute {
        Attribute(name: name, value: value.map { .text($0) } ?? .absent)
    }
    static func number(_ name: StaticString, _ value: Int) -> Attribute {
        Attribute(name: name, value: .number(value))
    }
    /// The maximum length of a search, so that its address is accepted even if every character in it is escaped.
    static var searchLength: Attribute { number("maxlength", 700) }
    /// An attribute without a value.
    static func present(_ name: StaticString, if isPresent: Bool = true) -> Attribute {
        Attribute(name: name, value: isPresent ? .present : .absent)
    }
}
