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

    /// The learners that the page lists.
    package struct Listing: Sendable {
        package let rows: [Row]
        /// Words that their names have; empty where all are listed.
        package let search: String
        package let page: Int
        package let hasMore: Bool
        /// Whether there are so many learners that a search helps.
        package let isLong: Bool

        package init(rows: [Row], search: String, page: Int, hasMore: Bool, isLong: Bool) {
            self.rows = rows
            self.search = search
            self.page = page
            self.hasMore = hasMore
            self.isLong = isLong
        }

        /// The address of a page of the list.
        func address(page: Int) -> AccountsRoute { .admin(search: search, page: page) }
    }

    /// A link that was just made.
    package struct Invitation: Sendable {
        package let person: Person
        package let link: String
        /// The link as a QR code, in rows of modules that are dark or not.
        package let code: [[Bool]]?

        package init(person: Person, link: String, code: [[Bool]]?) {
            self.person = person
            self.link = link
            self.code = code
        }
    }

    private let list: Listing
    private let graceDays: Int
    private let invitation: Invitation?
    private let problem: Phrase?
    private let name: String
    private let title: String
    private let time: MomentFormatter

    /// - Parameters:
    ///   - graceDays: How long a closed account can be reopened.
    ///   - problem: Why the last change was not made.
    ///   - name: Fills the field of the form for a new learner.
    package init(
        list: Listing,
        graceDays: Int,
        invitation: Invitation? = nil,
        problem: Phrase? = nil,
        name: String = "",
        title: String = "",
        time: MomentFormatter
    ) {
        self.list = list
        self.graceDays = graceDays
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
                if let invitation { panel(of: invitation) }
                // Before the list, which is long in a school.
                newLearner
                if list.isLong { search }
                if list.rows.isEmpty {
                    p(.class("muted")) { "No learners match “\(list.search)”." }
                } else {
                    ul(.class("rows")) { Each(list.rows) { row($0) } }
                }
                if list.hasMore {
                    a(
                        .class("btn btn-wide"),
                        .href(accounts: list.address(page: list.page + 1))
                    ) { "Show more" }
                }
                a(.class("btn btn-wide"), .href(accounts: isWhole ? .people : .admin())) { "Back" }
            }
            StatusRegion()
        }.render()
    }

    /// Whether the list begins with the first of all learners.
    private var isWhole: Bool { list.search.isEmpty && list.page == 1 }

    private func panel(of invitation: Invitation) -> some HTML {
        div(.class("panel invitation"), .role("status")) {
            p {
                "Give this link to \(invitation.person.title), and to nobody else. It works once, within seven days."
            }
            LinkField(title: "Invitation", address: invitation.link, isFocused: true)
            if let code = invitation.code { QRDrawing(rows: code) }
        }
    }

    private var search: some HTML {
        form(
            .class("learner-search"),
            .role("search"),
            .method("get"),
            .action(accounts: .admin())
        ) {
            input(
                .class("input"),
                .type("search"),
                .fixed("name", "search"),
                .text("value", list.search),
                .fixed("maxlength", "100"),
                .ariaLabel("Search learners"),
                .placeholder("Search learners"),
                .fixed("enterkeyhint", "search"),
                .dirAuto
            )
            button(.class("btn"), .type("submit")) { "Search" }
        }
    }

    private func row(_ row: Row) -> some HTML {
        li(.class("set-row"), .text("id", AccountsRoute.row(of: row.person.name))) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { row.person.title }
                small {
                    "\(row.person.name) · \(Self.words(for: row.role)) · \(sizeText(bytes: row.size)) of \(sizeText(bytes: row.quota))"
                }
                small { state(of: row) }
            }
            change(row.person, "row-actions") {
                if row.isOpen {
                    action("invite", "Invite", row.person)
                } else {
                    action("reopen", "Reopen", row.person)
                }
            }
            if row.isOpen { closing(row.person) }
        }
    }

    /// A form that changes an account, and leads back to the same page of the list.
    private func change(
        _ person: Person,
        _ names: StaticString,
        @HTMLBuilder content: () -> Fragment
    ) -> Element {
        form(.class(names), .method("post"), .action(accounts: list.address(page: list.page))) {
            HiddenField("name", person.name)
            content()
        }
    }

    private func action(_ name: String, _ words: Phrase, _ person: Person) -> Element {
        submitButton(name, class: "btn btn-small") {
            words
            span(.class("vh")) { " \(person.title)" }
        }
    }

    /// Says what becomes of an account before it is closed.
    private func closing(_ person: Person) -> some HTML {
        details {
            summary(.class("btn btn-small btn-quiet")) {
                "Close account…"
                span(.class("vh"), .dirAuto) { " \(person.title)" }
            }
            change(person, "note warning") {
                p {
                    "They’re signed out everywhere. For \(graceDays) days they can sign in to download everything, and you can reopen the account. After that, everything in it is deleted."
                }
                submitButton("close", class: "btn btn-danger btn-small") { "Close account" }
            }
        }
    }

    private func state(of row: Row) -> Phrase {
        if let deleted = row.deleted {
            return "Closed. Everything in it will be deleted on \(time.dateText(for: deleted))."
        }
        if let seen = row.seen { return "Last seen: \(time.text(for: seen))" }
        return row.canSignIn ? "Hasn’t signed in yet" : "Invited, but hasn’t joined yet"
    }

    private static func words(for role: String) -> Phrase {
        switch role {
        case "admin": "Admin"
        case "teacher": "Teacher"
        default: "Learner"
        }
    }

    private var newLearner: some HTML {
        form(.method("post"), .action(accounts: .admin()), .class("new-learner")) {
            h2 { "Add a learner" }
            Field("title", "Name to show") {
                fieldInput(
                    "title",
                    .fixed("maxlength", "100"),
                    .present("required"),
                    .dirAuto,
                    .text("value", title)
                )
            }
            Field("name", "Name for signing in") {
                fieldInput(
                    "name",
                    .fixed("autocapitalize", "none"),
                    .fixed("spellcheck", "false"),
                    .fixed("maxlength", "32"),
                    .fixed("pattern", "\\s*[A-Za-z][A-Za-z0-9\\-]*\\s*"),
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
