/// One side of a template, parsed into markup and fields.
struct TemplateText: Hashable, Sendable {
    var nodes: [Node]

    indirect enum Node: Hashable, Sendable {
        /// Literal markup, including comments.
        case markup(String)
        /// `{{hint:text:Front}}` has the filters `text` and `hint`, in order of application.
        case field(String, filters: [String])
        /// `{{#Front}}…{{/Front}}` is shown if the field is not empty, `{{^Front}}…{{/Front}}` if it is.
        case section(String, isInverted: Bool, [Node])
    }
}

extension TemplateText {
    /// The names of all fields that are used, in fields or conditions.
    var fields: Set<String> { Self.fields(in: nodes) }

    /// Whether a field is shown anywhere, optionally through a given filter.
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
