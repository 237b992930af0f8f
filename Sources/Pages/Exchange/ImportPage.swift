package import Languages
package import LibraryValues
package import Notes

/// The form that chooses a file to import, with a preview.
package struct ImportPage: Page {
    package enum Preview: Sendable {
        /// No file has been chosen yet.
        case nothing
        /// Why the file cannot be read.
        case problem(Phrase)
        /// The preview, the languages of a catalog's localizations, and the columns of a text.
        case report(
            ImportReport,
            [(name: String, language: LanguageTag?)],
            ColumnPreview? = nil
        )
    }

    private let deck: String
    private let update: String
    private let preview: Preview
    private let decks: [Deck]
    private let back: ReturnPath?
    private let settings: StudySettings

    /// - Parameters:
    ///   - deck: The name of the deck to import into.
    ///   - update: What happens to existing cards: `newer`, `always` or `never`.
    package init(
        deck: String,
        update: String = "newer",
        preview: Preview,
        decks: [Deck],
        back: ReturnPath?,
        settings: StudySettings
    ) {
        self.deck = deck
        self.update = update
        self.preview = preview
        self.decks = decks
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: "Import",
            assets: .form(script: "js/import.js", [.close, .alert]),
            settings: settings
        ) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Import",
                    action: .importFile(),
                    exit: back ?? ReturnPath(.cards(.decks())),
                    saveLabel: "Import",
                    notice: progressBar
                ) {
                    noscript {
                        p(.class("note warning")) {
                            "Importing requires JavaScript. Without it, use the command omena import."
                        }
                    }
                    file
                    paste
                    into
                    existing
                    previewSection
                }
            }
            StatusRegion()
        }.render()
    }

    private var file: some HTML {
        Field("file", "File") {
            input(
                .class("input file-input"),
                .id("file"),
                .type("file"),
                .fixed(
                    "accept",
                    ".apkg,.colpkg,.csv,.tsv,.txt,.xcstrings,.geojson,.gpx,.kml,.json,text/csv,text/tab-separated-values,text/plain,application/json"
                ),
                .text("aria-describedby", "file-hint")
            )
            p(.class("hint"), .id("file-hint")) {
                "An Anki package (.apkg, .colpkg): decks, cards, schedules and your review history."
            }
            p(.class("hint")) {
                "Places exported from a map app: .geojson, .gpx, .kml, or a table with latitude and longitude columns."
            }
            p(.class("hint")) {
                "A table or list (.csv, .tsv, .txt), from Anki, Quizlet or a spreadsheet, or a string catalog (.xcstrings). You can also drop it on this page."
            }
            p { HelpLink("anki", about: "Import") }
        }
    }

    private var paste: some HTML {
        details(.class("names"), .id("paste-part")) {
            summary(.class("more-summary")) { "Paste a list instead" }
            Field("paste", "Words and meanings") {
                textarea(
                    .class("input"),
                    .id("paste"),
                    .fixed("rows", "6"),
                    .text("aria-describedby", "paste-hint"),
                    .dirAuto
                ) { "" }
                p(.class("hint"), .id("paste-hint")) {
                    "One word and its meaning per line, separated by a tab, dash, colon, comma or =: kissa – cat."
                }
            }
        }
    }

    private var into: some HTML {
        Field("deck", "Import into deck") {
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
            p(.class("hint")) {
                "Created if it doesn’t exist. Leave empty to use the deck named in the file."
            }
        }
    }

    private var existing: some HTML {
        Field("update", "If a card already exists") {
            select(.class("input"), .id("update"), .fixed("data-option", "update")) {
                Each(Self.rules) { value, words in
                    selectOption(value, isSelected: value == update) { words }
                }
            }
        }
    }

    private static let rules: [(value: String, words: Phrase)] = [
        ("newer", "Update if the file is newer"),
        ("always", "Always update"),
        ("never", "Keep existing cards"),
    ]

    /// The progress of the import, and a button to cancel it.
    @HTMLBuilder private var progressBar: Fragment {
        div(.class("work"), .id("work"), .tabindex(-1), .hidden) {
            p(.id("work-words"), .role("status"))
            progress(.id("work-bar"), .number("max", 100))
            button(.class("btn btn-small"), .type("button"), .id("stop")) { "Stop" }
        }
    }

    private var previewSection: some HTML {
        section(.id("preview"), .ariaLabel("Preview")) {
            switch preview {
            case .nothing:
                p(.class("muted"), .id("found-words"), .role("status")) {
                    "Choose a file. You’ll see a preview before anything is changed."
                }
            case .problem(let why):
                FieldError(id: "found-words", words: why, isAlert: true)
            case .report(let report, let languages, let columns):
                p(.id("found-words"), .role("status"), .fixed("data-ready", "on")) {
                    words(report)
                }
                if let columns, !columns.columns.isEmpty { ColumnChoice(found: columns) }
                if !report.leftOut.isEmpty {
                    p { "\(report.leftOutCount) refused" }
                    LeftOutList(lines: report.leftOut, count: report.leftOutCount)
                }
                if !languages.isEmpty { names(languages) }
            }
        }
    }

    private func words(_ report: ImportReport) -> Phrase {
        var parts: [Phrase] = ["\(report.added) new cards"]
        if report.updated > 0 { parts.append("\(report.updated) to update") }
        if report.leftAlone > 0 { parts.append("\(report.leftAlone) kept unchanged") }
        if report.same > 0 { parts.append("\(report.same) unchanged") }
        if report.reviews > 0 { parts.append("\(report.reviews) answers") }
        if report.media > 0 { parts.append("\(report.media) pictures and sounds") }
        if !report.newDecks.isEmpty { parts.append("\(report.newDecks.count) new decks") }
        let all = parts.map(\.description).joined(separator: ", ")
        let words: Phrase =
            if report.isNewDeck {
                "\(all) in a new deck."
            } else if let deck = report.deck {
                "\(all) in “\(deck.title)”."
            } else {
                Phrase(verbatim: all)
            }
        guard report.conflicts > 0 else { return words }
        return "\(words) \(report.conflicts) texts keep your changes."
    }

    /// The file's languages, each of which can be changed.
    private func names(_ languages: [(name: String, language: LanguageTag?)]) -> some HTML {
        details(.class("names"), .present("open", if: languages.contains { $0.language == nil })) {
            summary(.class("more-summary")) {
                "\(languages.count) languages"
            }
            p(.class("hint")) {
                "If a file stores a language under another name, enter the tag of the actual language."
            }
            ul(.class("rows")) {
                Each(languages) { name, language in
                    li(.class("name-row")) {
                        label {
                            span(.class("subtag")) { name }
                            span(.class("muted small")) { language?.localizedName ?? "no language" }
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
