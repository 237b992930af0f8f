/// Chooses the number of a new field or template.
///
/// Two copies of a library may edit one type before they sync, so counting would give different parts one number, and mix their
/// texts. A number follows from what the part is called instead: two copies that add the same get the same. It is higher than all
/// before, because the lowest field that has a text is the question of a note.
enum NewNumber {
    /// So many numbers are possible, few enough for thousands of parts.
    private static let choices: UInt64 = 65_536

    /// - Parameter used: The numbers of all parts that the type has or had; none if it is new, so that no other copy has it.
    static func number(for text: String, beside used: Set<Int>, in range: ClosedRange<Int>) -> Int {
        guard let highest = used.max() else { return range.lowerBound }
        let number = highest + 1 + Int(StableHash(text.caseFolded).value % choices)
        if range.contains(number) { return number }
        // Only a file that Omena has not written has numbers as high as this.
        return range.first { !used.contains($0) } ?? range.upperBound
    }
}

extension FieldID {
    /// The id of a new field beside others.
    package init(ofNew name: String, beside others: some Collection<FieldID>) {
        let numbers = others.compactMap { if case .number(let number) = $0 { number } else { nil } }
        self = .number(NewNumber.number(for: name, beside: Set(numbers), in: Self.range))
    }
}

extension TemplateID {
    /// The id of a new template beside others.
    package init(ofNew text: String, beside others: some Collection<TemplateID>) {
        let numbers = Set(others.map(\.rawValue))
        rawValue = NewNumber.number(for: text, beside: numbers, in: Self.range)
    }
}
