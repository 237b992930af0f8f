package import Languages
package import Notes

/// Asks which cards to export, and in which format; its form opens the file.
package struct ExportPage: Page {
    private let request: ExportRequest
    private let problem: Phrase?
    private let decks: [Deck]
    private let back: Back?
    private let settings: StudySettings

    /// - Parameters:
    ///   - request: What was chosen already.
    ///   - problem: Why that cannot be exported.
    ///   - back: Where Cancel leads.
    package init(
        _ request: ExportRequest,
        problem: Phrase? = nil,
        decks: [Deck],
        back: Back?,
        settings: StudySettings
    ) {
        self.request = request
        self.problem = problem
        self.decks = decks
        self.back = back
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Export", parts: .exporting, settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                form(
                    .class("sheet"),
                    .id("form"),
                    .method("get"),
                    .action(.exportFile())
                ) {
                    header(.class("sheet-head")) {
                        a(.class("icon-btn"), .href(leave), .ariaLabel("Close"), .id("close")) {
                            Icon.close.large
                        }
                        h1 { "Export" }
                    }
                    div(.class("sheet-body")) {
                        if let problem {
                            p(.class("error"), .role("alert")) {
                                Icon.alert.small
                                span { problem }
                            }
                        }
                        if let back { HiddenField("back", back.path) }
                        part
                        formats
                        schedules
                    }
                    footer(.class("sheet-foot")) {
                        CancelLink(leave: leave)
                        button(.class("btn btn-primary btn-big"), .type("submit"), .id("save")) {
                            "Export"
                        }
                    }
                }
            }
            Status()
        }.render()
    }

    private var leave: Back { back ?? Back(.cards(.decks())) }

    @HTMLBuilder private var part: some HTML {
        if let search = request.search {
            HiddenField("q", search)
            p { "The cards found by this search:" }
            p(.class("searched"), .dirAuto) { search }
        } else {
            div(.class("field")) {
                label(.fixed("for", "deck")) { "Cards" }
                select(.class("input"), .id("deck"), .fixed("name", "deck"), .dirAuto) {
                    option(.fixed("value", "")) { "All decks" }
                    Each(decks) { deck in
                        option(
                            .text("value", deck.name.text),
                            .present("selected", if: deck.name.text == request.deck)
                        ) { deck.name.text }
                    }
                }
            }
        }
    }

    private var formats: some HTML {
        fieldset(.class("field")) {
            legend { "As" }
            div(.class("file-kinds")) {
                Each(offered) { format in
                    label(
                        .class(
                            format.isOfOneDeck
                                ? "file-kind of-one"
                                : format == .colpkg ? "file-kind of-all" : "file-kind"
                        )
                    ) {
                        input(
                            .type("radio"),
                            .fixed("name", "as"),
                            .text("value", format.rawValue),
                            .present("checked", if: format == chosen)
                        )
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
            "With schedules and all answers"
        }
    }

    private static func name(of format: ExportRequest.Format) -> Phrase {
        switch format {
        case .apkg: "Anki package (.apkg)"
        case .colpkg: "Anki collection (.colpkg)"
        case .json: "Omena file (.json)"
        case .csv: "Table with commas (.csv)"
        case .tsv: "Table with tabs (.tsv)"
        case .xcstrings: "String catalog (.xcstrings)"
        case .geojson: "Places (.geojson)"
        case .gpx: "Places (.gpx)"
        case .kml: "Places (.kml)"
        }
    }

    private static func words(of format: ExportRequest.Format) -> Phrase {
        switch format {
        case .apkg: "Decks, cards, pictures and sounds, for Anki and AnkiDroid."
        case .colpkg: "Everything, to replace a whole Anki collection."
        case .json: "Everything, in an open format."
        case .csv, .tsv: "Texts and tags, for spreadsheets and Anki."
        case .xcstrings: "The languages of one deck, for Xcode."
        case .geojson, .gpx, .kml: "The places of one deck, for maps."
        }
    }
}

extension Parts {
    fileprivate static let exporting = Parts(style: "css/form.css", icons: [.close, .alert])
}
