package import Languages
package import LibraryValues
package import Notes

/// A class for its teacher: its editions, its link, and the learners with what they agreed to show.
package struct ClassPage: Page {
    package struct Edition: Sendable {
        package let number: Int
        package let notes: Int
        package let made: Moment

        package init(number: Int, notes: Int, made: Moment) {
            self.number = number
            self.notes = notes
            self.made = made
        }
    }

    package struct Member: Sendable {
        package let person: Person
        /// Whether the teacher may see how far the learner is.
        package let showsProgress: Bool
        package let progress: Progress

        package enum Progress: Sendable {
            /// Nil where the learner's library lacks the deck.
            case known(ClassProgress?)
            /// The learner's library has a lock or is about to get one, so that nobody else reads it.
            case locked
            /// The teacher's library is in a process of its own, which reads no other.
            case apart
            /// The learner's library is damaged, is being closed, or is open on another node.
            case unreadable
        }

        package init(person: Person, showsProgress: Bool, progress: Progress) {
            self.person = person
            self.showsProgress = showsProgress
            self.progress = progress
        }
    }

    /// The link that leads into the class.
    package struct Link: Sendable {
        package let address: String
        /// The address as a QR code, in rows of modules that are dark or not.
        package let code: [[Bool]]?
        package let showsProgress: Bool

        package init(address: String, code: [[Bool]]?, showsProgress: Bool) {
            self.address = address
            self.code = code
            self.showsProgress = showsProgress
        }
    }

    private let id: String
    private let name: String
    private let editions: [Edition]
    private let members: [Member]
    private let link: Link?
    private let problem: Phrase?
    private let time: MomentFormatter
    private let settings: StudySettings

    /// - Parameter problem: Why the last change was not made.
    package init(
        id: String,
        name: String,
        editions: [Edition],
        members: [Member],
        link: Link?,
        problem: Phrase? = nil,
        time: MomentFormatter,
        settings: StudySettings
    ) {
        self.id = id
        self.name = name
        self.editions = editions
        self.members = members
        self.link = link
        self.problem = problem
        self.time = time
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: Phrase(verbatim: name), assets: .classes, settings: settings) {
            Shell(current: .settings) {
                header(.class("page-head")) {
                    a(.class("icon-btn"), .href(classes: .all), .ariaLabel("All classes")) {
                        Icon.back.large
                    }
                    h1(.dirAuto) { name }
                }
                if let problem {
                    p(.class("note error"), .role("alert")) {
                        Icon.alert.small
                        span { problem }
                    }
                }
                div(.class("groups classes")) {
                    div {
                        learners
                        published
                    }
                    div {
                        invitation
                        closing
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    /// A form that changes the class.
    private func change(
        _ names: StaticString,
        @HTMLBuilder content: () -> Fragment
    ) -> Element {
        form(.class(names), .method("post"), .action(classes: .one(id)), content: content)
    }

    // MARK: - Learners

    private var learners: some HTML {
        SettingGroup(id: ClassesRoute.Part.learners.id, title: "Learners") {
            if members.isEmpty {
                li(.class("set-row")) { "Nobody has joined yet." }
            } else {
                Each(members) { row($0) }
            }
        }
    }

    private func row(_ member: Member) -> some HTML {
        li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { member.person.title }
                small { words(for: member) }
            }
            details {
                summary(.class("btn btn-small btn-quiet")) {
                    "Remove…"
                    span(.class("vh"), .dirAuto) { " \(member.person.title)" }
                }
                change("note warning") {
                    p {
                        "They won’t get any more editions, but keep the deck. Make a new link as well if they shouldn’t come back."
                    }
                    HiddenField("name", member.person.name)
                    submitButton("remove", class: "btn btn-danger btn-small") {
                        "Remove from the class"
                    }
                }
            }
        }
    }

    private func words(for member: Member) -> Phrase {
        guard member.showsProgress else { return "Joined without showing their progress" }
        switch member.progress {
        case .locked: return "Not shown, because their library has a lock"
        case .apart: return "Not shown, because your library has a lock"
        case .unreadable: return "Not shown, because their library can’t be read right now"
        case .known(nil): return "No longer has the deck"
        case .known(let progress?):
            return
                "Known: \(String(progress.known)) of \(String(progress.notes)) · Due today: \(String(progress.due)) · Answers in seven days: \(String(progress.answers))"
        }
    }

    // MARK: - Editions

    @HTMLBuilder private var published: some HTML {
        SettingGroup(id: ClassesRoute.Part.editions.id, title: "Editions") {
            Each(editions) { edition in
                li(.class("set-row")) {
                    span(.class("what")) {
                        span(.class("set-name")) { "Edition \(String(edition.number))" }
                        small {
                            "\(time.text(for: edition.made)) · \("\(edition.notes) cards" as Phrase)"
                        }
                    }
                }
            }
        }
        change("panel publish") {
            p(.class("muted small")) {
                "Learners are offered what you’ve changed in the deck since then. Their own changes stay."
            }
            submitButton("publish", class: "btn btn-primary btn-wide") { "Publish a new edition" }
        }
    }

    // MARK: - Link

    private var invitation: some HTML {
        let id = ClassesRoute.Part.link.id
        return section(.class("group"), .aria("aria-labelledby", id)) {
            h2(.id(id)) { "Link" }
            if let link {
                div(.class("panel publish")) {
                    p { "Anyone who has an account on this server can join with this link." }
                    LinkField(title: "Class link", address: link.address)
                    if let code = link.code { QRDrawing(rows: code) }
                    p(.class("muted small")) {
                        link.showsProgress
                            ? "You see the progress of everybody who joins with this link."
                            : "You see only the names of those who join with this link."
                    }
                    change("no-link") {
                        submitButton("no-link") { "Turn the link off" }
                    }
                }
            }
            change("panel publish") {
                p(.class("muted small")) {
                    link == nil
                        ? "There is no link, so nobody can join."
                        : "A new link replaces the one above. Learners already in the class stay in it."
                }
                ProgressSwitch(isOn: link?.showsProgress == true)
                submitButton("link") { "Make a new link" }
            }
        }
    }

    private var closing: some HTML {
        details(.class("closing")) {
            summary(.class("btn btn-quiet")) { "Close the class…" }
            change("note warning") {
                p {
                    "Nobody can join any more, there are no more editions, and you no longer see the learners. They keep their decks, and you keep yours. A closed class can’t be opened again."
                }
                submitButton("close", class: "btn btn-danger") { "Close the class" }
            }
        }
    }
}
