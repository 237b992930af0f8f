package import Languages
import Notes

/// Where a class's link leads: tells what the teacher will see, and takes the learner into the class.
///
/// The page's script takes the link's secret from its fragment and sends it; without one it is pasted.
package struct JoinClassPage: Page {
    /// What a learner is told before joining.
    package struct Offer: Sendable {
        package let name: String
        package let teacher: String
        package let notes: Int
        package let showsProgress: Bool
        /// The learners who are signed in in this browser.
        package let people: [Person]

        package init(
            name: String,
            teacher: String,
            notes: Int,
            showsProgress: Bool,
            people: [Person]
        ) {
            self.name = name
            self.teacher = teacher
            self.notes = notes
            self.showsProgress = showsProgress
            self.people = people
        }
    }

    package enum State: Sendable {
        /// Asks for the link's secret.
        case asking(problem: Phrase? = nil)
        /// Nobody is signed in.
        case signedOut
        case offering(Offer, problem: Phrase? = nil)
    }

    private let secret: String
    private let state: State

    package init(secret: String = "", state: State = .asking()) {
        self.secret = secret
        self.state = state
    }

    package func render() -> [UInt8] {
        let assets = PageAssets.people([.alert])
        return Document(title: "Join a class", assets: assets, settings: StudySettings()) {
            main(.class("plain people"), .id("main")) {
                Logo("plain-art")
                switch state {
                case .asking(let problem): asking(problem)
                case .signedOut: signedOut
                case .offering(let offer, let problem): offering(offer, problem)
                }
            }
            StatusRegion()
        }.render()
    }

    @HTMLBuilder private func asking(_ problem: Phrase?) -> some HTML {
        h1 { "Join a class" }
        form(.method("post"), .action(accounts: .joinClass), .id("class")) {
            SecretField(
                name: "secret",
                title: "Class link",
                value: secret,
                problem: problem
            )
            submitButton("look", class: "btn btn-primary btn-big btn-wide") { "Continue" }
        }
    }

    @HTMLBuilder private var signedOut: some HTML {
        h1 { "Join a class" }
        p { "Sign in first. If you don’t come back to this page, open the class link again." }
        signIn("btn btn-primary btn-big btn-wide") { "Sign in" }
    }

    /// A link to the form, from which the page's script leads back to the class.
    private func signIn(
        _ names: StaticString,
        @HTMLBuilder content: () -> Fragment
    ) -> Element {
        a(
            .class(names),
            .id("class-sign-in"),
            .text("data-secret", secret),
            .href(accounts: .signIn(to: AccountsRoute.joinClass.path)),
            content: content
        )
    }

    @HTMLBuilder private func offering(_ offer: Offer, _ problem: Phrase?) -> some HTML {
        h1(.dirAuto) { offer.name }
        p(.dirAuto) { "Teacher: \(offer.teacher) · \(offer.notes) cards" }
        p { Phrase.seen(byTeacher: offer.showsProgress) }
        p(.class("muted")) {
            "The deck is added to your library. You can change it, and leave the class at any time."
        }
        if let problem { FieldError(words: problem, isAlert: true) }
        form(.method("post"), .action(accounts: .joinClass)) {
            HiddenField("secret", secret)
            HiddenField("progress", offer.showsProgress ? "on" : "off")
            Each(offer.people) { person in
                button(
                    .class("btn btn-primary btn-big btn-wide"),
                    .type("submit"),
                    .fixed("name", "name"),
                    .text("value", person.name)
                ) { span(.dirAuto) { "Join as \(person.title)" } }
            }
        }
        signIn("btn btn-wide") { "Sign in as somebody else" }
    }
}
