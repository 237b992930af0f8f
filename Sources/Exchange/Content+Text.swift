internal import Languages

// A card shows one of a text's variations: the one without variation, or else the most general one. The others stay in the
// file.

extension StringCatalog.Content {
    /// The text that a card shows.
    var shown: StringCatalog.StringUnit? {
        switch self {
        case .unit(let unit): unit
        case .varied(let varied): varied.unit ?? varied.usualCase?.content.shown
        case .unknown: nil
        }
    }

    /// The same with another shown text.
    func showing(_ unit: StringCatalog.StringUnit) -> StringCatalog.Content {
        switch self {
        case .unit, .unknown: return .unit(unit)
        case .varied(var varied):
            if varied.unit != nil || varied.usualCase == nil {
                varied.unit = unit
            } else {
                varied.changeUsualCase { $0.content = $0.content.showing(unit) }
            }
            return .varied(varied)
        }
    }
}

extension StringCatalog.Variations {
    fileprivate var usualCase: StringCatalog.Case? {
        plural.usual.map { plural[$0] } ?? device.usual.map { device[$0] }
    }

    fileprivate mutating func changeUsualCase(_ change: (inout StringCatalog.Case) -> Void) {
        if let place = plural.usual {
            change(&plural[place])
        } else if let place = device.usual {
            change(&device[place])
        }
    }
}

extension [StringCatalog.Case] {
    /// The index of the general case, or else of the last that has a text.
    fileprivate var usual: Int? {
        firstIndex { $0.name == "other" && $0.content.shown != nil }
            ?? lastIndex { $0.content.shown != nil }
    }
}
