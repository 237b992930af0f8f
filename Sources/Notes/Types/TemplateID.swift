/// Names a template within its note type, from 1; never given again when the template is deleted.
public struct TemplateID: Hashable, Comparable, Sendable, RawRepresentable {
    /// How high ids go.
    public static let range = 1...999_999_999

    /// The number.
    public let rawValue: Int

    /// Wraps a number; nil where it is out of range.
    public init?(rawValue: Int) {
        guard Self.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// By number.
    public static func < (left: TemplateID, right: TemplateID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension TemplateID: ExpressibleByIntegerLiteral {
    /// A number that is known to be in range.
    public init(integerLiteral value: Int) {
        precondition(Self.range.contains(value), "no template has the id \(value)")
        rawValue = value
    }
}

extension TemplateID: CustomStringConvertible {
    /// As it is written.
    public var description: String { String(rawValue) }

    /// Reads decimal digits, without leading zeros.
    public init?(_ text: some StringProtocol) {
        guard let number = Int(text), String(number) == text else { return nil }
        self.init(rawValue: number)
    }
}

extension TemplateID: Codable {}
