/// A plural category of CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

extension InterfaceLanguage {
    /// The category of a whole number by the rules of CLDR 45.
    package func category(of number: Int) -> PluralCategory {
        let count = number.magnitude
        switch self {
        case .japanese, .korean:
            return .other
        case .english, .lengthened, .mirrored:
            return count == 1 ? .one : .other
        case .punjabi:
            return count <= 1 ? .one : .other
        case .french:
            if count <= 1 { return .one }
            return count.isMultiple(of: 1_000_000) ? .many : .other
        case .ukrainian:
            switch (count % 10, count % 100) {
            case (1, let tail) where tail != 11: return .one
            case (2...4, let tail) where !(12...14).contains(tail): return .few
            default: return .many
            }
        }
    }
}
