package import Languages
package import Notes

/// The classes that a learner is in, and those that a teacher has.
package struct ClassesPage: Page {
    /// A class that the learner is in.
    package struct Learning: Sendable {
        package let id: String
        package let name: String
        package let teacher: String
        /// Whether the teacher sees how far the learner is.
        package let showsProgress: Bool
        package let isClosed: Bool
        /// The edition of the learner's deck; nil where there is no such deck.
        package let edition: Int?
        package let deck: DeckID?
        package let latest: Int

        package init(
            id: String,
            name: String,
            teacher: String,
            showsProgress: Bool,
            isClosed: Bool,
            edition: Int?,
            deck: DeckID?,
            latest: Int
        ) {
            self.id = id
            self.name = name
            self.teacher = teacher
            self.showsProgress = showsProgress
            self.isClosed = isClosed
            self.edition = edition
            self.deck = deck
            self.latest = latest
        }
    }

    /// A class that the learner teaches.
    package struct Teaching: Sendable {
        package let id: String
        package let name: String
        package let edition: Int

        package init(id: String, name: String, edition: Int) {
            self.id = id
            self.name = name
            self.edition = edition
        }
    }

    /// The form that publishes a deck.
    package struct Publishing: Sendable {
        package let decks: [(id: DeckID, name: String)]
        package var name = ""
        package var problem: Phrase?

        package init(decks: [(id: DeckID, name: String)]) { self.decks = decks }
    }

    private let learning: [Learning]
    private let teaching: [Teaching]
    private let publishing: Publishing?
    private let settings: StudySettings

    /// - Parameter publishing: Nil for a learner who is not a teacher.
    package init(
        learning: [Learning],
        teaching: [Teaching],
        publishing: Publishing?,
        settings: StudySettings
    ) {
        self.learning = learning
        self.teaching = teaching
        self.publishing = publishing
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Classes", assets: .classes, settings: settings) {
            Shell(current: .settings) {
                header(.class("page-head")) {
                    BackLink(.settings())
                    h1 { "Classes" }
                }
                div(.class("groups classes")) {
                    if !learning.isEmpty {
                        div {
                            SettingGroup(id: "learning", title: "Classes you’re in") {
                                Each(learning) { row($0) }
                            }
                        }
                    } else if publishing == nil {
                        p(.class("muted")) {
                            "You aren’t in a class. To join one, open the link that its teacher gives you."
                        }
                    }
                    if let publishing {
                        div {
                            if !teaching.isEmpty {
                                SettingGroup(id: "teaching", title: "Classes you teach") {
                                    Each(teaching) { row($0) }
                                }
                            }
                            publishForm(publishing)
                        }
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private func row(_ row: Learning) -> some HTML {
        li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { row.name }
                small(.dirAuto) { "Teacher: \(row.teacher)" }
                if let edition = row.edition { small { "You have edition \(String(edition))" } }
                small { words(for: row) }
            }
            span(.class("row-actions")) {
                if let deck = row.deck {
                    a(.class("btn btn-small"), .href(.cards(.deck(deck)))) {
                        "Open deck"
                        span(.class("vh"), .dirAuto) { " \(row.name)" }
                    }
                }
                if !row.isClosed, row.edition != row.latest {
                    form(.method("post"), .action(classes: .one(row.id))) {
                        TakeButton(number: row.latest)
                    }
                }
                leave(row)
            }
        }
    }

    private func words(for row: Learning) -> Phrase {
        row.isClosed
            ? "This class was closed. The deck stays yours." : .seen(byTeacher: row.showsProgress)
    }

    private func leave(_ row: Learning) -> some HTML {
        details {
            summary(.class("btn btn-small btn-quiet")) {
                "Leave…"
                span(.class("vh"), .dirAuto) { " \(row.name)" }
            }
            form(.class("note warning"), .method("post"), .action(classes: .one(row.id))) {
                p {
                    "You won’t get any more editions. The deck stays yours, with everything you’ve changed in it."
                }
                submitButton("leave", class: "btn btn-danger btn-small") { "Leave the class" }
            }
        }
    }

    private func row(_ row: Teaching) -> some HTML {
        li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { row.name }
                small { "Edition \(String(row.edition))" }
            }
            a(.class("btn btn-small"), .href(classes: .one(row.id))) {
                "Open class"
                span(.class("vh"), .dirAuto) { " \(row.name)" }
            }
        }
    }

    private func publishForm(_ publishing: Publishing) -> some HTML {
        section(.class("group"), .aria("aria-labelledby", "publish")) {
            h2(.id("publish")) { "Publish a deck" }
            form(.class("panel publish"), .method("post"), .action(classes: .all)) {
                if let problem = publishing.problem { FieldError(words: problem, isAlert: true) }
                Field("deck", "Deck") {
                    select(.class("input"), .id("deck"), .fixed("name", "deck")) {
                        Each(publishing.decks) { deck in
                            selectOption(deck.id.description, isSelected: false) { deck.name }
                        }
                    }
                }
                TextField(
                    name: "name",
                    id: "name",
                    title: "Class name",
                    value: publishing.name
                )
                ProgressSwitch(isOn: false)
                p(.class("hint muted small")) {
                    "Learners get its cards, pictures and sounds, never your progress. They get your changes when you publish another edition."
                }
                submitButton("publish", class: "btn btn-primary btn-wide") { "Publish" }
            }
        }
    }
}

/// Whether a class's link says that the teacher sees how far learners are.
struct ProgressSwitch: HTML {
    let isOn: Bool

    func write(to page: inout HTMLWriter) {
        LabelledSwitch(
            name: "progress",
            title: "Show me each learner’s progress",
            hint:
                "How many cards they know, how many are due, and how often they answered in the last seven days. They’re told before they join.",
            isOn: isOn
        ).write(to: &page)
    }
}

extension Phrase {
    /// What the teacher of a class sees of a learner in it.
    static func seen(byTeacher showsProgress: Bool) -> Phrase {
        showsProgress
            ? "Your teacher sees your name, how many cards of this deck you know, how many are due, and how often you answered in the last seven days. Nothing else."
            : "Your teacher sees your name, and nothing else."
    }
}

extension PageAssets {
    static let classes = PageAssets.framed(
        style: "css/classes.css",
        script: "js/classes.js",
        [.back, .alert]
    )
}
