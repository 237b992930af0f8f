package import Languages
package import Notes

/// All learners on a server, for its admin: sizes and dates, never cards.
package struct AdminPage: Page {
    package struct Row: Sendable {
        package let person: Person
        package let role: String
        package let isOpen: Bool
        package let canSignIn: Bool
        /// In bytes.
        package let size: Int
        package let quota: Int
        package let seen: Moment?
        /// When the files of a closed account are deleted.
        package let deleted: Moment?

        package init(
            person: Person,
            role: String,
            isOpen: Bool,
            canSignIn: Bool,
            size: Int,
            quota: Int,
            seen: Moment?,
            deleted: Moment?
        ) {
            self.person = person
            self.role = role
            self.isOpen = isOpen
            self.canSignIn = canSignIn
            self.size = size
            self.quota = quota
            self.seen = seen
            self.deleted = deleted
        }
    }

    private let rows: [Row]
    private let invitation: (person: Person, link: String)?
    private let problem: Phrase?
    private let name: String
    private let title: String
    private let time: MomentFormatter

    /// - Parameters:
    ///   - invitation: A link that was just made, and whom it invites.
    ///   - problem: Why the last change was not made.
    ///   - name: Fills the field of the form for a new learner.
    package init(
        rows: [Row],
        invitation: (person: Person, link: String)? = nil,
        problem: Phrase? = nil,
        name: String = "",
        title: String = "",
        time: MomentFormatter
    ) {
        self.rows = rows
        self.invitation = invitation
        self.problem = problem
        self.name = name
        self.title = title
        self.time = time
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.people([.alert])
        return Document(title: "Learners", assets: assets, settings: StudySettings()) {
            main(.class("plain people wide"), .id("main")) {
                h1 { "Learners" }
                if let problem {
                    p(.class("note error"), .role("alert")) {
                        Icon.alert.small
                        span { problem }
                    }
                }
                if let invitation { invite(invitation.person, invitation.link) }
                // Before the list, which is long in a school.
                newLearner
                ul(.class("rows")) { Each(rows) { row($0) } }
                a(.class("btn btn-wide"), .href(accounts: .people)) { "Back" }
            }
            StatusRegion()
        }.render()
    }

    private func invite(_ person: Person, _ link: String) -> some HTML {
        div(.class("panel invitation"), .role("status")) {
            p {
                "Give this link to \(person.title), and to nobody else. It works once, within seven days."
            }
            LinkField(title: "Invitation", address: link)
        }
    }

    private func row(_ row: Row) -> some HTML {
        li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { row.person.title }
                small {
                    "\(row.person.name) · \(Self.words(for: row.role)) · \(sizeText(bytes: row.size)) of \(sizeText(bytes: row.quota))"
                }
                small { state(of: row) }
            }
            form(.method("post"), .action(accounts: .admin), .class("row-actions")) {
                HiddenField("name", row.person.name)
                if row.isOpen {
                    action("invite", "Invite", row.person)
                    action("close", "Close account", row.person)
                } else {
                    action("reopen", "Reopen", row.person)
                }
            }
        }
    }

    private func action(_ name: String, _ words: Phrase, _ person: Person) -> Element {
        submitButton(name, class: "btn btn-small") {
            words
            span(.class("vh")) { " \(person.title)" }
        }
    }

    private func state(of row: Row) -> Phrase {
        if let deleted = row.deleted {
            return "Closed. Everything in it will be deleted on \(time.dateText(for: deleted))."
        }
        if let seen = row.seen { return "Last here: \(time.text(for: seen))" }
        return row.canSignIn ? "Not here yet" : "Invited, but not here yet"
    }

    private static func words(for role: String) -> Phrase {
        switch role {
        case "admin": "Admin"
        case "teacher": "Teacher"
        default: "Learner"
        }
    }

    private var newLearner: some HTML {
        form(.method("post"), .action(accounts: .admin), .class("new-learner")) {
            h2 { "Add a learner" }
            Field("title", "Name to show") {
                input(
                    .class("input"),
                    .id("title"),
                    .fixed("name", "title"),
                    .type("text"),
                    .fixed("maxlength", "100"),
                    .present("required"),
                    .dirAuto,
                    .text("value", title)
                )
            }
            Field("name", "Name for signing in") {
                input(
                    .class("input"),
                    .id("name"),
                    .fixed("name", "name"),
                    .type("text"),
                    .fixed("autocapitalize", "none"),
                    .fixed("spellcheck", "false"),
                    .fixed("maxlength", "32"),
                    .fixed("pattern", "[A-Za-z][A-Za-z0-9\\-]*"),
                    .fixed("dir", "ltr"),
                    .fixed("aria-describedby", "name-hint"),
                    .present("required"),
                    .text("value", name)
                )
                p(.class("hint muted small"), .id("name-hint")) {
                    "Letters a to z, digits and hyphens. It is part of the learner’s address."
                }
            }
            Field("role", "Role") {
                select(.class("input"), .id("role"), .fixed("name", "role")) {
                    selectOption("learner", isSelected: true) { "Learner" }
                    selectOption("teacher", isSelected: false) { "Teacher" }
                    selectOption("admin", isSelected: false) { "Admin" }
                }
            }
            submitButton("add", class: "btn btn-primary btn-wide") { "Add and invite" }
        }
    }
}
