internal import Languages
package import LibraryValues
package import Notes

/// One card: its two sides and its facts.
///
/// The card list shows its content as a sheet; without a script, and at its own address, it is a page.
package struct CardPage: Page {
    private let facts: CardFacts
    private let now: Moment
    private let back: ReturnPath?
    private let overwritten: [OverwrittenValue]
    private let time: MomentFormatter
    private let settings: StudySettings

    /// - Parameters:
    ///   - back: Where closing the page leads.
    ///   - overwritten: The note's texts that a later edit elsewhere has replaced.
    package init(
        facts: CardFacts,
        now: Moment,
        back: ReturnPath?,
        overwritten: [OverwrittenValue] = [],
        time: MomentFormatter,
        settings: StudySettings
    ) {
        self.facts = facts
        self.now = now
        self.back = back
        self.overwritten = overwritten
        self.time = time
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let assets = PageAssets(
            style: "css/card.css",
            script: "js/cardpage.js",
            icons: [.close, .edit, .trash, .pause, .back, .next, .arrow, .turn, .speaker, .play]
        )
        return Document(title: Phrase(verbatim: prompt), assets: assets, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                section(.class("sheet card-sheet"), .id("sheet-content"), .ariaLabel("Card")) {
                    header(.class("sheet-head")) {
                        a(.class("icon-btn"), .href(exit), .ariaLabel("Close"), .id("close")) {
                            Icon.close.large
                        }
                        h1(.dirAuto) { prompt }
                        div(.class("sheet-turn")) {
                            step("earlier", "Previous card", .back)
                            step("later", "Next card", .next)
                        }
                    }
                    div(.class("sheet-body")) {
                        sides
                        if facts.faces.count > 1 { questions }
                        if !overwritten.isEmpty {
                            Pages.section(
                                .class("answers-given"),
                                .aria("aria-labelledby", "other")
                            ) {
                                h2(.id("other")) { "Texts replaced by a later edit" }
                                OverwrittenList(values: overwritten, time: time, back: here)
                            }
                        }
                        CardFactList(facts: facts, now: now)
                    }
                    footer(.class("sheet-foot card-actions")) { actions }
                }
            }
            CardTemplate()
            StatusRegion()
        }.render()
    }

    private var prompt: String {
        // Where fields hold HTML, the front side has the plain text.
        let isMarkup = facts.type.usesHTML
        let text = isMarkup ? facts.sides.front.words : facts.note.prompt.trimmed
        return text.isEmpty ? say("Card") : text
    }

    private var exit: ReturnPath { back ?? ReturnPath(.cards(.list())) }

    private var here: ReturnPath {
        ReturnPath(.cards(.card(facts.note.id, face: facts.face, back: back)))
    }

    /// Both sides; the page's script replaces them with a card that turns.
    private var sides: some HTML {
        div(
            .class("deck card-stage"),
            .id("sides"),
            .text("data-style", settings.style.rawValue)
        ) {
            side(facts.sides.front)
            side(facts.sides.back)
        }
    }

    /// Leads to a neighbour in the list that the sheet covers.
    private func step(_ id: StaticString, _ name: Phrase, _ icon: Icon) -> some HTML {
        button(.class("icon-btn"), .type("button"), .id(id), .ariaLabel(name), .hidden) {
            icon.large
        }
    }

    private func side(_ side: CardSide) -> some HTML {
        p(
            .class("plain-side"),
            .lang(side.language),
            .dirAuto,
            .text("data-language", side.language?.localizedName.description),
            .text("data-own", side.language?.foreignName),
            .text("data-say", side.pronunciation),
            .text("data-text", side.text),
            .text("data-html", side.markup?.json.map { String(decoding: $0, as: UTF8.self) }),
            .present("data-made", if: side.isGenerated),
            .present("data-ruby-made", if: side.isRubyGenerated)
        ) {
            SideText(side: side, words: side.text)
            Each(side.media) { SideMedium(medium: $0) }
        }
    }

    private var questions: some HTML {
        form(
            .class("beside"),
            .id("questions"),
            .method("get"),
            .action(.cards(.card(facts.note.id))),
            .fixed("autocomplete", "off")
        ) {
            Field("face", "Question") {
                select(.class("input"), .id("face"), .fixed("name", "face")) {
                    Each(facts.faces) { face in
                        selectOption(face.description, isSelected: face == facts.face) {
                            face.words(in: facts.type)
                        }
                    }
                }
            }
            if let back { HiddenField("back", back.path) }
            button(.class("btn without-script"), .type("submit")) { "Show" }
        }
    }

    @HTMLBuilder private var actions: some HTML {
        let isSuspended = facts.card?.isSuspended == true
        a(.class("btn btn-primary"), .href(.cards(.note(facts.note.id, back: exit)))) {
            Icon.edit.small
            "Edit"
        }
        action(
            isSuspended ? "unsuspend" : "suspend",
            isSuspended ? "Unsuspend" : "Suspend",
            .pause
        )
        action("delete", "Delete", .trash)
    }

    private func action(_ action: String, _ name: Phrase, _ icon: Icon) -> some HTML {
        form(.class("sheet-action"), .method("post"), .action(.cards(.selection(back: exit)))) {
            HiddenField("note", facts.note.id.description)
            submitButton(action) {
                icon.small
                name
            }
        }
    }
}

extension Face {
    fileprivate func words(in type: NoteType) -> Phrase {
        switch self {
        case .template(let id):
            type.templates.first { $0.id == id }.map(type.localizedName(of:))
                ?? "Card \(id.description)"
        case .cloze(let number): "Gap \(number)"
        case .languages(let from, let to):
            "\(from.name) → \(to.name)"
        case .map: "Find it on the map"
        }
    }
}

/// A picture or sound of a side, shown without a script; the script puts it on the card.
struct SideMedium: HTML {
    let medium: CardSide.Medium

    func write(to page: inout HTMLWriter) {
        switch medium.reference.kind {
        case .picture:
            img(
                .class("side-picture"),
                .src(.media(medium.hash)),
                .text("alt", medium.reference.caption),
                .text("data-kind", medium.reference.kind.rawValue)
            ).write(to: &page)
        case .sound:
            audio(
                .src(.media(medium.hash)),
                .present("controls"),
                .fixed("preload", "none"),
                .ariaLabel(Phrase(verbatim: medium.reference.name)),
                .text("data-kind", medium.reference.kind.rawValue)
            ).write(to: &page)
        }
    }
}
