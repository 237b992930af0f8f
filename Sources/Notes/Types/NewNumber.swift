internal import Languages

/// Chooses the number of a new field or template.
///
/// Two copies of a library may edit one type before they sync, so counting would give different parts one number, and mix their
/// texts. A number follows from what the part is called instead: two copies that add the same get the same.
enum NewNumber {
    /// Above the numbers of imported types, which count from 1.
    private static let range: ClosedRange<UInt64> = 100_000_000...999_999_999

    /// - Parameter isUsed: Whether another part has the number, or had it.
    static func number(for text: String, isUsed: (Int) -> Bool) -> Int {
        var hash = StableHash(text)
        while true {
            let number = Int(range.lowerBound + hash.value % UInt64(range.count))
            guard isUsed(number) else { return number }
            hash.combine(1)
        }
    }
}

extension FieldID {
    /// The id of a new field beside others.
    package init(ofNew name: String, beside others: some Collection<FieldID>) {
        self = .number(
            NewNumber.number(for: name.caseFolded) { others.contains(.number($0)) }
        )
    }
}

extension TemplateID {
    /// The id of a new template beside others.
    package init(ofNew text: String, beside others: some Collection<TemplateID>) {
        let used = others.map(\.rawValue)
        rawValue = NewNumber.number(for: text) { used.contains($0) }
    }
}
