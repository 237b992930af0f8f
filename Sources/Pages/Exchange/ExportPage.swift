package import Languages
package import Notes

/// The form that chooses which cards to export, and in which format; submitting it downloads the file.
package struct ExportPage: Page {
    private let request: ExportRequest
    private let problem: Phrase?
    private let decks: [Deck]
    private let back: ReturnPath?
    private let settings: StudySettings

    /// - Parameter problem: Why the request cannot be exported.
    package init(
        _ request: ExportRequest,
        problem: Phrase? = nil,
        decks: [Deck],
        back: ReturnPath?,
        settings: StudySettings
    ) {
        self.request = request
        self.problem = problem
        self.decks = decks
        self.back = back
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(
            title: "Export",
            assets: .form(script: nil, [.close, .alert]),
            settings: settings
        ) {
            main(.class("sheet-page"), .id("main")) {
                form(.class("sheet"), .id("form"), .method("get"), .action(.exportFile())) {
                    SheetHeader(title: "Export", exit: exit)
                    div(.class("sheet-body")) {
                        FieldError(words: problem, isAlert: true)
                        if let back { HiddenField("back", back.path) }
                        part
                        formats
                        schedules
                    }
                    footer(.class("sheet-foot")) {
                        CancelLink(exit: exit)
                        button(.class("btn btn-primary btn-big"), .type("submit"), .id("save")) {
                            "Export"
                        }
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private var exit: ReturnPath { back ?? ReturnPath(.cards(.decks())) }

    @HTMLBuilder private var part: some HTML {
        if let search = request.search {
            HiddenField("q", search)
            p { "The cards found by this search:" }
            p(.class("searched"), .dirAuto) { search }
        } else {
            Field("deck", "Cards") {
                select(.class("input"), .id("deck"), .fixed("name", "deck"), .dirAuto) {
                    option(.fixed("value", "")) { "All decks" }
                    Each(decks) { deck in
                        let name = deck.name.text
                        selectOption(name, isSelected: name == request.deck) {
                            deck.name.title
                        }
                    }
                }
            }
        }
    }

    private var formats: some HTML {
        fieldset(.class("field")) {
            legend { "Format" }
            div(.class("file-kinds")) {
                Each(offered) { format in
                    label(
                        .class(
                            format.isOfOneDeck
                                ? "file-kind of-one"
                                : format == .colpkg ? "file-kind of-all" : "file-kind"
                        )
                    ) {
                        radioButton("as", format.rawValue, isChecked: format == chosen)
                        span {
                            strong { Self.name(of: format) }
                            small(.class("muted")) { Self.words(of: format) }
                        }
                    }
                }
            }
        }
    }

    private var offered: [ExportRequest.Format] {
        ExportRequest.Format.allCases.filter {
            request.search == nil || !$0.isOfOneDeck && $0 != .colpkg
        }
    }

    private var chosen: ExportRequest.Format { request.format ?? .apkg }

    private var schedules: some HTML {
        label(.class("tick-line"), .id("schedules-line")) {
            input(
                .type("checkbox"),
                .fixed("name", "schedules"),
                .fixed("value", "on"),
                .present("checked", if: request.isScheduled)
            )
            "Include schedules and all answers"
        }
    }

    private static func name(of format: ExportRequest.Format) -> Phrase {
        switch format {
        case .apkg: "Anki package (.apkg)"
        case .colpkg: "Anki collection (.colpkg)"
        case .json: "Omena file (.json)"
        case .csv: "CSV (.csv)"
        case .tsv: "TSV (.tsv)"
        case .xcstrings: "String catalog (.xcstrings)"
        case .geojson: "Places (.geojson)"
        case .gpx: "Places (.gpx)"
        case .kml: "Places (.kml)"
        }
    }

    private static func words(of format: ExportRequest.Format) -> Phrase {
        switch format {
        case .apkg: "Decks, cards, pictures and sounds, for Anki and AnkiDroid."
        case .colpkg: "Replaces an entire Anki collection."
        case .json: "Everything, in an open format."
        case .csv, .tsv: "Text and tags, for spreadsheets and Anki."
        case .xcstrings: "The languages of one deck, for Xcode."
        case .geojson, .gpx, .kml: "The places of one deck, for maps."
        }
    }
}
