import Languages

/// One attribute of an element; links take a `Route`, so that no address is ever put together from text.
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
    static func `class`(_ names: StaticString) -> Attribute {
        Attribute(name: "class", value: .fixed(names))
    }
    static func id(_ id: StaticString) -> Attribute { Attribute(name: "id", value: .fixed(id)) }

    // MARK: - Links

    static func href(_ route: Route) -> Attribute {
        Attribute(name: "href", value: .text(route.path))
    }
    static func href(fragment: StaticString) -> Attribute {
        Attribute(name: "href", value: .fixed(fragment))
    }
    static func src(_ route: Route) -> Attribute {
        Attribute(name: "src", value: .text(route.path))
    }
    static func action(_ route: Route) -> Attribute {
        Attribute(name: "action", value: .text(route.path))
    }
    static func method(_ method: StaticString) -> Attribute {
        Attribute(name: "method", value: .fixed(method))
    }
    static func rel(_ relation: StaticString) -> Attribute {
        Attribute(name: "rel", value: .fixed(relation))
    }

    // MARK: - Language

    static func lang(_ language: LanguageTag?) -> Attribute {
        Attribute(name: "lang", value: language.map { .text($0.text) } ?? .absent)
    }
    static func lang(_ language: InterfaceLanguage) -> Attribute {
        Attribute(name: "lang", value: .text(language.rawValue))
    }
    static func dir(_ direction: TextDirection) -> Attribute {
        Attribute(name: "dir", value: .text(direction.rawValue))
    }
    static var dirAuto: Attribute { Attribute(name: "dir", value: .fixed("auto")) }

    // MARK: - Accessibility

    static func role(_ role: StaticString) -> Attribute {
        Attribute(name: "role", value: .fixed(role))
    }
    /// An `aria-*` attribute, by its whole name.
    static func aria(_ name: StaticString, _ value: StaticString) -> Attribute {
        Attribute(name: name, value: .fixed(value))
    }
    /// What a screen reader calls it.
    static func ariaLabel(_ phrase: Phrase) -> Attribute {
        Attribute(name: "aria-label", value: .text(phrase.description))
    }
    static var ariaHidden: Attribute { Attribute(name: "aria-hidden", value: .fixed("true")) }
    static var inert: Attribute { Attribute(name: "inert", value: .present) }
    static var hidden: Attribute { Attribute(name: "hidden", value: .present) }
    static func tabindex(_ index: Int) -> Attribute {
        Attribute(name: "tabindex", value: .number(index))
    }

    // MARK: - Words

    static func title(_ phrase: Phrase) -> Attribute {
        Attribute(name: "title", value: .text(phrase.description))
    }
    static func placeholder(_ phrase: Phrase?) -> Attribute {
        .text("placeholder", phrase?.description)
    }

    // MARK: - Everything else

    static func type(_ type: StaticString) -> Attribute {
        Attribute(name: "type", value: .fixed(type))
    }
    /// Any other attribute whose value stands in the source code.
    static func fixed(_ name: StaticString, _ value: StaticString) -> Attribute {
        Attribute(name: name, value: .fixed(value))
    }
    /// Any other attribute whose value is text; left out where there is none.
    static func text(_ name: StaticString, _ value: String?) -> Attribute {
        Attribute(name: name, value: value.map { .text($0) } ?? .absent)
    }
    /// Any other attribute whose value is a number.
    static func number(_ name: StaticString, _ value: Int) -> Attribute {
        Attribute(name: name, value: .number(value))
    }
    /// An attribute that says something by being there.
    static func present(_ name: StaticString, if isThere: Bool = true) -> Attribute {
        Attribute(name: name, value: isThere ? .present : .absent)
    }
}
