import Foundation
import Testing

@testable import Languages

struct InterfaceCatalogTests {
    private static let spoken = InterfaceLanguage.spoken
    private static let others = InterfaceLanguage.spoken.filter { $0 != .english }

    @Test(arguments: InterfaceLanguage.spoken)
    func hasThePluralFormsOfTheLanguage(_ language: InterfaceLanguage) {
        for (key, text) in texts(in: language) {
            guard case .varied(let forms) = text else { continue }
            #expect(Set(forms.keys) == Set(language.categories), "\(key)")
        }
    }

    @Test(arguments: others)
    func hasThePlaceholdersOfTheEnglishText(_ language: InterfaceLanguage) {
        for (key, text) in texts(in: language) {
            for (category, form) in text.forms {
                let given = placeholders(of: form)
                // A singular form may spell out the number.
                let mayLackNumber = category == .one || category == .zero
                let expected = placeholders(of: key)
                let isFine =
                    given == expected
                    || mayLackNumber && given == expected.filter { $0.kind != "lld" }
                #expect(isFine, "\(key): \(form)")
            }
        }
    }

    /// Otherwise a line could begin with a colon.
    @Test func frenchKeepsPunctuationWithItsWord() {
        let flawed = texts(in: .french).filter { _, text in
            text.forms.contains { $0.1.contains(/\S (?:[:;!?»]|%%)|« \S/) }
        }

        #expect(flawed.keys.sorted() == [])
    }

    @Test(arguments: others)
    func textsThatVaryInEnglishVaryInEveryLanguage(_ language: InterfaceLanguage) {
        let english = texts(in: .english)
        for (key, text) in texts(in: language) {
            guard case .varied? = english[key] else { continue }
            guard case .varied = text else {
                Issue.record("\(key)")
                continue
            }
        }
    }

    /// “1 new” and “5 new” have the same form in English, but not in French and Ukrainian.
    @Test(arguments: spoken.filter { $0.categories.count > 1 && $0 != .english })
    func textsWithNumbersVaryByPluralCategory(_ language: InterfaceLanguage) {
        let missing = texts(in: language).filter { key, text in
            guard case .plain = text else { return false }
            return key.contains(/^%lld (?!min\b|of\b)\w{2,}/)
        }

        #expect(missing.keys.sorted() == [])
    }

    @Test func everyTextIsTranslatedIntoEveryLanguage() {
        let missing = InterfaceTexts.catalog.entries.flatMap { entry in
            Self.others.filter { language in
                !entry.localizations.contains { $0.name == language.rawValue }
            }.map { "\(entry.key): \($0.rawValue)" }
        }

        #expect(missing == [])
    }

    @Test func noTextIsEmptyOrUnfinished() {
        for entry in InterfaceTexts.catalog.entries {
            for localization in entry.localizations {
                for unit in localization.content.units {
                    #expect(unit.state == "translated", "\(entry.key)")
                    #expect(!unit.value.isEmpty, "\(entry.key)")
                }
            }
        }
    }

    /// The others are skipped, because a page waits for its language.
    @Test(arguments: spoken)
    func readsTheTextsOfOneLanguage(_ language: InterfaceLanguage) {
        #expect(InterfaceTexts.table(of: language) == texts(in: language))
    }

    /// A phrase escapes its percent signs, so a key with a bare one belongs to no phrase.
    @Test func percentSignsOfKeysAreEscaped() {
        let bare = InterfaceTexts.catalog.entries.map(\.key).filter { key in
            key.replacing("%%", with: "").replacing(/%(?:\d+\$)?(?:lld|@)/, with: "")
                .contains("%")
        }

        #expect(bare == [])
    }

    @Test func isSortedAsByXcode() {
        let keys = InterfaceTexts.catalog.entries.map(\.key)

        #expect(keys == keys.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) })
    }

    private func texts(in language: InterfaceLanguage) -> [String: InterfaceText] {
        var texts: [String: InterfaceText] = [:]
        for entry in InterfaceTexts.catalog.entries {
            let localization = entry.localizations.first { $0.name == language.rawValue }
            texts[entry.key] = localization.flatMap { InterfaceText($0.content) }
        }
        return texts
    }

    private struct Placeholder: Hashable, Comparable {
        let position: Int
        let kind: String

        static func < (left: Self, right: Self) -> Bool { left.position < right.position }
    }

    private func placeholders(of text: String) -> [Placeholder] {
        Format(text).pieces.compactMap { piece in
            guard case .argument(let position, let kind) = piece else { return nil }
            return Placeholder(position: position, kind: String(kind))
        }.sorted()
    }
}

extension InterfaceText {
    fileprivate var forms: [(PluralCategory, String)] {
        switch self {
        case .plain(let text): [(.other, text)]
        case .varied(let forms): forms.map { ($0, $1) }
        }
    }
}

extension StringCatalog.Content {
    fileprivate var units: [StringCatalog.StringUnit] {
        switch self {
        case .unit(let unit): [unit]
        case .varied(let variations): variations.plural.flatMap(\.content.units)
        case .unknown: []
        }
    }
}

extension InterfaceLanguage {
    /// All categories of the language, including those used only for fractions, in CLDR's order.
    fileprivate var categories: [PluralCategory] {
        switch self {
        case .japanese, .korean: [.other]
        case .english, .punjabi, .lengthened, .mirrored: [.one, .other]
        case .french: [.one, .many, .other]
        case .ukrainian: [.one, .few, .many, .other]
        }
    }
}
