internal import Languages

// Of a text that varies one is shown on a card: the one that it is put into, else the one for most numbers and
// devices. The others stay in the file.

extension StringCatalog.Content {
    /// The text that is shown; nil where there is none.
    var shown: StringCatalog.StringUnit? {
        switch self {
        case .unit(let unit): unit
        case .varied(let varied): varied.unit ?? varied.usualCase?.content.shown
        case .unknown: nil
        }
    }

    /// The same with another text in the place of the one that is shown.
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
    /// The case for all that have none of their own, else the last that has a text.
    fileprivate var usual: Int? {
        firstIndex { $0.name == "other" && $0.content.shown != nil }
            ?? lastIndex { $0.content.shown != nil }
    }
}
