import Languages
import Notes

/// Chooses the languages that a deck asks, in two steps on one page: the kind of choice, then its languages.
///
/// The style sheet shows the second step's fields for the chosen kind, so that no script is needed.
struct LanguagePicker: HTML {
    let form: LanguageForm
    let flaw: Phrase?

    func write(to page: inout HTMLWriter) {
        section(.class("languages"), .aria("aria-labelledby", "languages-name")) {
            h2(.id("languages-name")) { "Which languages to study" }
            if let unreadable = form.unreadable {
                p(.class("hint"), .id("unread")) {
                    "The saved choice can’t be read. It’s kept until you choose another:"
                    " "
                    bdi { unreadable }
                }
            }
            fieldset(
                .class("kinds-set"),
                .text("aria-describedby", flaw.map { _ in "flaw-languages" })
            ) {
                legend(.class("vh")) { "Languages to ask" }
                div(.class("kinds")) { Each(kinds) { kindOption($0) } }
            }
            p(.class("says")) {
                Icon.swap.small
                Each(kinds) { kind in
                    span(.text("data-of", kind.rawValue)) { sentence(kind) }
                }
            }
            p(.class("hint"), .id("choice-says"), .role("status")) { form.summary }
            FieldError(id: "flaw-languages", words: flaw, isAlert: true)
            let rows = form.options.languages.map {
                Row(tag: $0, name: $0.name, nativeName: $0.nativeName)
            }
            group("from", "Question language", rows, isChosen: { $0 == form.from })
            group("to", "Answer language", rows, isChosen: { $0 == form.to })
            group("among", "Which languages", rows, isChosen: { form.chosen.contains($0) })
            div(.class("another")) { NewLanguage() }
            Each(form.added) { HiddenField("added", $0.text) }
        }.write(to: &page)
    }

    private var kinds: [LanguageForm.Kind] {
        LanguageForm.Kind.allCases.filter { kind in
            switch kind {
            case .inherited: form.inherited != nil
            case .unreadable: form.unreadable != nil
            default: true
            }
        }
    }

    private func kindOption(_ kind: LanguageForm.Kind) -> some HTML {
        label {
            radioButton("kind", kind.rawValue, isChecked: kind == form.kind)
            kind.icon.large
            span { kind.title }
        }
    }

    private func sentence(_ kind: LanguageForm.Kind) -> Phrase {
        switch kind {
        case .inherited:
            "Inherited from the parent deck: \((form.inherited?.languageChoice ?? .all).words)."
        case .unreadable: "The saved choice is kept, and every pair of languages is asked."
        case .all: "Asks every pair of a card’s languages."
        case .oneToOne: "The question is in one language, the answer in another."
        case .oneToAll: "The question is in one language, the answer in each of the others."
        case .allToOne: "The question is in each of the other languages, the answer in one."
        case .symmetricSubset: "Asks every pair of the chosen languages. Choose two or more."
        }
    }

    /// A language with its names, which are looked up once for the three groups.
    private struct Row {
        let tag: LanguageTag
        let name: String
        let nativeName: String?
    }

    /// The languages of one step, to choose one of or, for `among`, several.
    private func group(
        _ name: StaticString,
        _ title: Phrase,
        _ rows: [Row],
        isChosen: @escaping (LanguageTag) -> Bool
    ) -> some HTML {
        let isSeveral = "\(name)" == "among"
        return fieldset(.class("step"), .fixed("data-step", name)) {
            legend { title }
            if rows.isEmpty {
                p(.class("hint")) { "No cards in this deck have a language yet. Add one below." }
            }
            ul(.class("rows")) {
                Each(rows) { row in
                    let tag = row.tag
                    li {
                        label(.class("opt")) {
                            input(
                                .type(isSeveral ? "checkbox" : "radio"),
                                .fixed("name", name),
                                .text("value", tag.text),
                                .present("checked", if: isChosen(tag))
                            )
                            span(
                                .class(isSeveral ? "box" : "box round"),
                                .ariaHidden
                            ) { Icon.check.large }
                            span(.class("named")) {
                                span(.class("native"), .lang(tag), .dirAuto) {
                                    row.nativeName ?? row.name
                                }
                                if row.nativeName != nil {
                                    " "
                                    span(.class("muted small")) { row.name }
                                }
                            }
                            span(.class("subtag"), .ariaHidden) { tag.text }
                        }
                    }
                }
            }
        }
    }
}

extension LanguageForm.Kind {
    fileprivate var title: Phrase {
        switch self {
        case .inherited: "Inherited"
        case .unreadable: "Unchanged"
        case .all: "Every pair"
        case .oneToOne: "One to one"
        case .oneToAll: "One to all"
        case .allToOne: "All to one"
        case .symmetricSubset: "Chosen"
        }
    }

    fileprivate var icon: Icon {
        switch self {
        case .inherited: .fold
        case .unreadable: .pause
        case .all: .kindAll
        case .oneToOne: .kindOne
        case .oneToAll: .kindFrom
        case .allToOne: .kindTo
        case .symmetricSubset: .kindSome
        }
    }
}
