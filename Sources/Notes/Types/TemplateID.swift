/// Identifies a template within its note type; not reused when the template is deleted.
package struct TemplateID: Hashable, Comparable, Sendable, RawRepresentable {
    package static let range = 1...999_999_999

    package let rawValue: Int

    /// Nil if out of range.
    package init?(rawValue: Int) {
        guard Self.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package static func < (left: TemplateID, right: TemplateID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension TemplateID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) {
        precondition(Self.range.contains(value), "no template has the id \(value)")
        rawValue = value
    }
}

extension TemplateID: CustomStringConvertible {
    package var description: String { String(rawValue) }

    /// Parses decimal digits without leading zeros.
    package init?(_ text: some StringProtocol) {
        guard let number = Int(text), String(number) == text else { return nil }
        self.init(rawValue: number)
    }
}

extension TemplateID: Codable {}
