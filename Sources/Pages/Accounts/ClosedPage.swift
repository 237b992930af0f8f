import Languages
package import Notes

/// What a learner sees who signs in after the account was closed: how to take everything away, and until when.
package struct ClosedPage: Page {
    private let person: Person
    private let deletion: Moment
    private let time: MomentFormatter

    /// - Parameter deletion: When everything in the account is deleted.
    package init(of person: Person, deletion: Moment, time: MomentFormatter) {
        self.person = person
        self.deletion = deletion
        self.time = time
    }

    package func render() -> [UInt8] {
        let title: Phrase = "This account was closed"
        return Document(title: title, assets: .people(), settings: StudySettings()) {
            main(.class("plain people"), .id("main")) {
                Logo("plain-art")
                h1 { title }
                p {
                    "Everything in it will be deleted on \(time.dateText(for: deletion)). Until then, whoever runs this server can reopen it."
                }
                a(
                    .class("btn btn-primary btn-big btn-wide"),
                    .href(.exportFile(ExportRequest(format: .json)))
                ) { "Download everything" }
                p(.class("muted small")) {
                    "A file with your cards, pictures, sounds and answers. You can import it into another Omena."
                }
                form(.method("post"), .action(accounts: .signOut)) {
                    HiddenField("name", person.name)
                    submitButton("here", class: "btn btn-wide") { "Sign out" }
                }
            }
        }.render()
    }
}
