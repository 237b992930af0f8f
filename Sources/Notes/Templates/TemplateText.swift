/// One side of a template, read: markup with places for fields in it.
struct TemplateText: Hashable, Sendable {
    var nodes: [Node]

    indirect enum Node: Hashable, Sendable {
        /// Stands as it is, comments included.
        case markup(String)
        /// `{{hint:text:Front}}` has the filters `text` and `hint`, in the order in which they are applied.
        case field(String, filters: [String])
        /// `{{#Front}}…{{/Front}}` is shown if the field holds something, `{{^Front}}…{{/Front}}` if it does not.
        case section(String, isInverted: Bool, [Node])
    }
}

extension TemplateText {
    /// All fields that are named, in whatever way, each once.
    var fields: Set<String> { Self.fields(in: nodes) }

    /// Whether a field would be replaced anywhere, perhaps through a filter of that name.
    func replacesField(filteredBy filter: String? = nil) -> Bool {
        Self.replacesField(in: nodes, filter)
    }

    private static func fields(in nodes: [Node]) -> Set<String> {
        nodes.reduce(into: []) { fields, node in
            switch node {
            case .markup: break
            case .field(let name, _): fields.insert(name)
            case .section(let name, _, let inner): fields.formUnion(Self.fields(in: inner) + [name])
            }
        }
    }

    private static func replacesField(in nodes: [Node], _ filter: String?) -> Bool {
        nodes.contains { node in
            switch node {
            case .markup: false
            case .field(_, let filters): filter.map(filters.contains) ?? true
            case .section(_, _, let inner): replacesField(in: inner, filter)
            }
        }
    }
}
