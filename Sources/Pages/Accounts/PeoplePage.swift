import Languages
import Notes

/// The learners who are signed in in this browser, each of whom can go on learning or sign out.
package struct PeoplePage: Page {
    private let people: [Person]
    private let closed: [Person]
    private let isAdmin: Bool

    /// - Parameters:
    ///   - closed: Those whose accounts were closed, who can only take their cards away.
    ///   - isAdmin: Whether one of the others is an admin.
    package init(people: [Person], closed: [Person], isAdmin: Bool) {
        self.people = people
        self.closed = closed
        self.isAdmin = isAdmin
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.people()
        return Document(title: "Who is learning?", assets: assets, settings: StudySettings()) {
            main(.class("plain people"), .id("main")) {
                Logo("plain-art")
                h1 { "Who is learning?" }
                ul(.class("rows")) {
                    Each(people) { person in
                        li(.class("set-row")) {
                            a(.class("btn btn-primary person"), .text("href", person.home)) {
                                span(.dirAuto) { person.title }
                            }
                            signOut(person)
                        }
                    }
                    Each(closed) { person in
                        li(.class("set-row")) {
                            a(.class("what"), .text("href", person.home)) {
                                span(.class("set-name"), .dirAuto) { person.title }
                                small { "Account closed" }
                            }
                            signOut(person)
                        }
                    }
                }
                a(.class("btn btn-wide"), .href(accounts: .signIn())) { "Sign in as somebody else" }
                if isAdmin {
                    a(.class("btn btn-wide"), .href(accounts: .admin())) {
                        "Learners on this server"
                    }
                }
            }
        }.render()
    }

    private func signOut(_ person: Person) -> some HTML {
        form(.method("post"), .action(accounts: .signOut)) {
            HiddenField("name", person.name)
            submitButton("here", class: "btn btn-small") {
                "Sign out"
                span(.class("vh")) { " \(person.title)" }
            }
            submitButton("everywhere", class: "btn btn-small") {
                "Sign out everywhere"
                span(.class("vh")) { " \(person.title)" }
            }
        }
    }
}
