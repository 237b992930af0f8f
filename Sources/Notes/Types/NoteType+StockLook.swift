extension NoteType {
    /// Whether it looks as Anki's own note types do, whose author chose no look: the cards then get Omena's.
    package var hasStockLook: Bool {
        templates.allSatisfy { $0.front.isUnstyled && $0.back.isUnstyled } && css.isStockStyleSheet
    }
}

extension String {
    /// Whether a template has no markup but line breaks and the rule above the answer.
    fileprivate var isUnstyled: Bool {
        !replacing(/<br ?\/?>|<hr( id="?answer"?)? ?\/?>/.ignoresCase(), with: "").contains("<")
    }

    /// Whether a style sheet says no more than those of Anki's own note types.
    fileprivate var isStockStyleSheet: Bool {
        let rules = replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "").lowercased()
            .split(separator: "}")
        return rules.allSatisfy { rule in
            let parts = rule.split(separator: "{", omittingEmptySubsequences: false)
            let selector = parts[0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard parts.count == 2 else { return selector.isEmpty && parts.count == 1 }
            guard let stock = stockDeclarations[selector] else { return false }
            return parts[1].split(separator: ";")
                .map { $0.filter { !$0.isWhitespace } }
                .allSatisfy { $0.isEmpty || stock.contains($0) }
        }
    }
}

/// What the style sheets of Anki's note types say, by selector, without white space.
private let stockDeclarations: [String: Set<String>] = [
    ".card": [
        "font-family:arial", "font-size:20px", "line-height:1.5", "text-align:center",
        "color:black", "background-color:white",
    ],
    ".cloze": ["font-weight:bold", "color:blue"],
    ".nightmode .cloze": ["color:lightblue"],
]
