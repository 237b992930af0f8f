internal import JSON

/// Determines which parts of a catalog's file are unchanged, and which must be written.
struct CatalogEdit {
    private let old: [String: StringCatalog.Entry]
    private let edited: StringCatalog
    private let oldSource: LanguageTag

    init(of old: StringCatalog, to edited: StringCatalog) {
        self.old = Dictionary(
            old.entries.map { ($0.key, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        self.edited = edited
        oldSource = old.sourceLanguage
    }

    func piece(of root: JSONNode) -> CatalogPiece {
        let strings = root["strings"]
        var nodes: [String: JSONNode] = [:]
        for member in strings?.members ?? [] { nodes[member.key] = member.value }
        var changes: [(key: String, value: CatalogPiece?)] = []
        var seen: Set<String> = []
        for entry in edited.entries where seen.insert(entry.key).inserted && old[entry.key] != entry
        {
            changes.append((entry.key, piece(of: entry, was: old[entry.key], nodes[entry.key])))
        }
        for key in old.keys where !seen.contains(key) { changes.append((key, nil)) }
        var members: [(key: String, value: CatalogPiece?)] = [
            ("strings", .object(strings, setting: changes))
        ]
        if oldSource != edited.sourceLanguage {
            members.append(("sourceLanguage", .string(edited.sourceLanguage.text)))
        }
        return .object(root, setting: members)
    }

    private func piece(
        of entry: StringCatalog.Entry,
        was before: StringCatalog.Entry?,
        _ node: JSONNode?
    ) -> CatalogPiece {
        var members: [(key: String, value: CatalogPiece?)] = []
        if entry.comment != before?.comment {
            members.append(("comment", entry.comment.map { .string($0) }))
        }
        guard entry.localizations != before?.localizations ?? [] else {
            return .object(node, setting: members)
        }
        let localizations = node?["localizations"]
        var languages: [(key: String, value: CatalogPiece?)] = []
        var seen: Set<String> = []
        for localization in entry.localizations where seen.insert(localization.name).inserted {
            let was = before?.localizations.first { $0.name == localization.name }
            if was == localization { continue }
            let given = localizations?[localization.name]
            languages.append((localization.name, piece(of: localization.content, given)))
        }
        for was in before?.localizations ?? [] where !seen.contains(was.name) {
            languages.append((was.name, nil))
        }
        members.append(("localizations", .object(localizations, setting: languages)))
        return .object(node, setting: members)
    }

    private func piece(of content: StringCatalog.Content, _ node: JSONNode?) -> CatalogPiece {
        switch content {
        case .unknown:
            return node.map { .unchanged($0) } ?? .object([], original: nil)
        case .unit(let unit):
            return .object(
                node,
                setting: [
                    ("stringUnit", piece(of: unit, node?["stringUnit"])), ("substitutions", nil),
                    ("variations", nil),
                ]
            )
        case .varied(let varied):
            return .object(node, setting: members(of: varied, node))
        }
    }

    private func members(of varied: StringCatalog.Variations, _ node: JSONNode?)
        -> [(key: String, value: CatalogPiece?)]
    {
        let (variations, substitutions) = (node?["variations"], node?["substitutions"])
        let isVaried = !varied.plural.isEmpty || !varied.device.isEmpty
        let kinds: CatalogPiece? =
            isVaried
            ? .object(
                variations,
                setting: [
                    ("device", cases(varied.device, variations?["device"])),
                    ("plural", cases(varied.plural, variations?["plural"])),
                ]
            ) : nil
        let parts: CatalogPiece? =
            varied.substitutions.isEmpty
            ? nil
            : object(
                substitutions,
                varied.substitutions.map { part in
                    (part.name, piece(of: part, substitutions?[part.name]))
                }
            )
        return [
            ("stringUnit", varied.unit.map { piece(of: $0, node?["stringUnit"]) }),
            ("substitutions", parts), ("variations", kinds),
        ]
    }

    private func cases(_ cases: [StringCatalog.Case], _ node: JSONNode?) -> CatalogPiece? {
        guard !cases.isEmpty else { return nil }
        return object(node, cases.map { ($0.name, piece(of: $0.content, node?[$0.name])) })
    }

    private func piece(of part: StringCatalog.Substitution, _ node: JSONNode?) -> CatalogPiece {
        var changes: [(key: String, value: CatalogPiece?)] = []
        if part.argument != node?["argNum"]?.integer {
            changes.append(("argNum", part.argument.map { .number($0) }))
        }
        if part.specifier != node?["formatSpecifier"]?.string {
            changes.append(("formatSpecifier", part.specifier.map { .string($0) }))
        }
        switch part.content {
        case .unknown: break
        case .unit(let unit): changes.append(("stringUnit", piece(of: unit, node?["stringUnit"])))
        case .varied(let varied): changes += members(of: varied, node)
        }
        return .object(node, setting: changes)
    }

    private func piece(of unit: StringCatalog.StringUnit, _ node: JSONNode?) -> CatalogPiece {
        .object(
            node,
            setting: [
                ("state", .string(unit.state, original: node?["state"])),
                ("value", .string(unit.value, original: node?["value"])),
            ]
        )
    }

    /// An object with exactly these members.
    private func object(_ node: JSONNode?, _ members: [(String, CatalogPiece)]) -> CatalogPiece {
        let names = Set(members.map(\.0))
        let removed = (node?.members ?? []).map(\.key).filter { !names.contains($0) }
        return .object(
            node,
            setting: members.map { ($0.0, .some($0.1)) } + removed.map { ($0, nil) }
        )
    }
}
