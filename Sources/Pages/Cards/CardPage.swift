internal import Languages
package import Library
package import Notes
internal import Recall

/// One card to be looked at: its two sides, and everything that is known of it.
///
/// The list shows it as a sheet over itself; without a script, and under its own address, it is a page.
package struct CardPage: Page {
    private let facts: CardFacts
    private let now: Moment
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - facts: What is known of the card.
    ///   - now: When it is, for saying when it comes back.
    ///   - back: Where it leads when it is closed.
    ///   - settings: What the learner has settled about pages.
    package init(facts: CardFacts, now: Moment, back: Back?, settings: StudySettings) {
        self.facts = facts
        self.now = now
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: Phrase(verbatim: prompt), parts: .card, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                section(.class("sheet card-sheet"), .id("sheet-content"), .ariaLabel("Card")) {
                    header(.class("sheet-head")) {
                        a(.class("icon-btn"), .href(leave), .ariaLabel("Close"), .id("close")) {
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
                        CardFactList(facts: facts, now: now)
                    }
                    footer(.class("sheet-foot card-actions")) { ways }
                }
            }
            CardTemplate()
            Status()
        }.render()
    }

    private var prompt: String {
        // Where fields hold HTML, what the front says of them can be read.
        let isMarkup = facts.type.holdsMarkup
        let text = isMarkup ? facts.sides.front.words : facts.note.prompt.trimmed
        return text.isEmpty ? say("Card") : text
    }

    private var leave: Back { back ?? Back(.cards(.list())) }

    /// Both sides as they are; the page's script makes a card of them that turns.
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

    /// Over the list it leads to the neighbours there.
    private func step(_ id: StaticString, _ name: Phrase, _ icon: Icon) -> some HTML {
        button(.class("icon-btn"), .type("button"), .id(id), .ariaLabel(name), .hidden) {
            icon.large
        }
    }

    private func side(_ side: Side) -> some HTML {
        p(
            .class("plain-side"),
            .lang(side.language),
            .dirAuto,
            .text("data-language", side.language?.spokenName.description),
            .text("data-own", side.language?.foreignName),
            .text("data-say", side.pronunciation),
            .text("data-text", side.text),
            .text("data-html", side.markup?.json.map { String(decoding: $0, as: UTF8.self) }),
            .present("data-made", if: side.isMade),
            .present("data-ruby-made", if: side.isRubyMade)
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
            .action(.cards(.card(facts.note.id)))
        ) {
            div(.class("field")) {
                label(.fixed("for", "face")) { "Asks" }
                select(.class("input"), .id("face"), .fixed("name", "face")) {
                    Each(facts.faces) { face in
                        option(
                            .text("value", face.description),
                            .present("selected", if: face == facts.face)
                        ) { face.words(in: facts.type) }
                    }
                }
            }
            if let back {
                input(.type("hidden"), .fixed("name", "back"), .text("value", back.path))
            }
            button(.class("btn"), .type("submit")) { "Show" }
        }
    }

    @HTMLBuilder private var ways: some HTML {
        a(.class("btn btn-primary"), .href(.cards(.note(facts.note.id, back: leave)))) {
            Icon.edit.small
            "Edit"
        }
        way(
            facts.card?.isSuspended == true ? "unsuspend" : "suspend",
            facts.card?.isSuspended == true ? "Unsuspend" : "Suspend",
            .pause,
            back: leave
        )
        way("delete", "Delete", .trash, back: leave)
    }

    private func way(_ action: String, _ name: Phrase, _ icon: Icon, back: Back) -> some HTML {
        form(.class("sheet-action"), .method("post"), .action(.cards(.selection(back: back)))) {
            input(
                .type("hidden"),
                .fixed("name", "note"),
                .text("value", facts.note.id.description)
            )
            button(
                .class("btn"),
                .type("submit"),
                .fixed("name", "do"),
                .text("value", action)
            ) {
                icon.small
                name
            }
        }
    }
}

extension Face {
    /// What the question is called in a list of them.
    fileprivate func words(in type: NoteType) -> Phrase {
        switch self {
        case .template(let id):
            type.templates.first { $0.id == id }.map(type.spokenName(of:))
                ?? "Card \(id.description)"
        case .cloze(let number): "Gap \(number)"
        case .languages(let from, let to):
            "\(from.name) → \(to.name)"
        case .map: "Find it on the map"
        }
    }
}

extension Parts {
    fileprivate static let card = Parts(
        style: "css/card.css",
        script: "js/cardpage.js",
        icons: [.close, .edit, .trash, .pause, .back, .next, .arrow, .turn, .speaker, .play]
    )
}

/// A picture or sound of a side as a page shows it that has no script; with one it stands on the card.
private struct SideMedium: HTML {
    let medium: Side.Medium

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
