public import Languages
public import Library
public import Notes

/// Takes a file in, and shows what importing it would do before anything is done.
public struct ImportPage: Page {
    /// What is known of the file that was chosen.
    public enum Finding: Sendable {
        /// None was chosen yet.
        case nothing
        /// It cannot be read; why, in one plain line.
        case problem(Phrase)
        /// What it would do, and which language each of its localizations stands for.
        case report(ImportReport, [(name: String, language: LanguageTag?)])
    }

    private let deck: String
    private let finding: Finding
    private let decks: [Deck]
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - deck: The name of the deck it goes into.
    ///   - finding: What is known of the file.
    ///   - decks: Those that there are.
    ///   - back: Where it leads when it is given up.
    ///   - settings: What the learner has settled about pages.
    public init(
        deck: String,
        finding: Finding,
        decks: [Deck],
        back: Back?,
        settings: StudySettings
    ) {
        self.deck = deck
        self.finding = finding
        self.decks = decks
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    public func render() -> [UInt8] {
        Document(title: "Import", parts: .importing, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Import",
                    action: .importFile(),
                    leave: leave,
                    saves: "Import",
                    isUnsaved: false
                ) {
                    noscript {
                        p(.class("note warning")) {
                            "Importing needs JavaScript in this browser. The command omena import needs none."
                        }
                    }
                    file
                    into
                    preview
                } aside: {
                    CancelLink(leave: leave)
                }
            }
            Status()
        }.render()
    }

    private var leave: Back { back ?? Back(.cards(.decks())) }

    private var file: some HTML {
        div(.class("field")) {
            label(.fixed("for", "file")) { "File" }
            input(
                .class("input file-input"),
                .id("file"),
                .type("file"),
                .fixed("accept", ".xcstrings,application/json"),
                .text("aria-describedby", "file-hint")
            )
            p(.class("hint"), .id("file-hint")) {
                "A string catalog (.xcstrings): each key becomes a card, each language a side of it."
            }
        }
    }

    private var into: some HTML {
        div(.class("field")) {
            label(.fixed("for", "deck")) { "Into the deck" }
            input(
                .class("input"),
                .id("deck"),
                .type("text"),
                .fixed("name", "deck"),
                .text("value", deck),
                .text("list", "decks"),
                .dirAuto
            )
            datalist(.id("decks")) {
                Each(decks) { option(.text("value", $0.name.text)) }
            }
            p(.class("hint")) { "It is made where there is none of that name." }
        }
    }

    private var preview: some HTML {
        section(.id("preview"), .ariaLabel("Preview")) {
            switch finding {
            case .nothing:
                p(.class("muted"), .id("found-words"), .role("status")) {
                    "Choose a file. Nothing is changed before you have seen what it would do."
                }
            case .problem(let why):
                p(.class("error"), .id("found-words"), .role("alert")) {
                    Icon.alert.small
                    span { why }
                }
            case .report(let report, let languages):
                p(
                    .id("found-words"),
                    .role("status"),
                    .text("data-ready", "on")
                ) { words(report) }
                if !report.leftOut.isEmpty {
                    ul(.class("rows left-out")) {
                        Each(report.leftOut) { line in li(.dirAuto) { line } }
                    }
                }
                if !languages.isEmpty { names(languages) }
            }
        }
    }

    private func words(_ report: ImportReport) -> Phrase {
        var parts: [Phrase] = ["\(report.added) new cards"]
        if report.updated > 0 { parts.append("\(report.updated) to be changed") }
        if report.same > 0 { parts.append("\(report.same) as they are") }
        let all = parts.map(\.description).joined(separator: ", ")
        let words: Phrase =
            report.isNewDeck ? "\(all) in a new deck." : "\(all) in “\(report.deck.description)”."
        guard report.kept > 0 else { return words }
        return "\(words) \(report.kept) texts that you changed stay yours."
    }

    /// The languages of the file; each can be read as another.
    private func names(_ languages: [(name: String, language: LanguageTag?)]) -> some HTML {
        details(.class("names"), .present("open", if: languages.contains { $0.language == nil })) {
            summary(.class("more-summary")) {
                "\(languages.count) languages"
            }
            p(.class("hint")) {
                "A file may keep one language under the name of another: write the tag it is to be read as."
            }
            ul(.class("rows")) {
                Each(languages) { name, language in
                    li(.class("name-row")) {
                        label {
                            span(.class("subtag")) { name }
                            span(.class("muted small")) { language?.spokenName ?? "no language" }
                            input(
                                .class("input"),
                                .type("text"),
                                .text("data-name", name),
                                .text("value", language?.text ?? ""),
                                .ariaLabel("Read \(name) as"),
                                .fixed("autocapitalize", "off"),
                                .fixed("spellcheck", "false")
                            )
                        }
                    }
                }
            }
        }
    }
}

extension Parts {
    fileprivate static let importing = Parts(
        style: "css/form.css",
        script: "js/import.js",
        icons: [.close, .alert]
    )
}
