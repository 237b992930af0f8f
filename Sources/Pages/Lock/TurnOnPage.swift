package import Languages
package import Notes

/// What a lock protects against and what not, and the form that turns it on.
package struct TurnOnPage: Page {
    private let passkeys: PasskeyAvailability
    private let flaws: PassphraseFlaws
    private let problem: Phrase?
    private let settings: StudySettings

    /// - Parameters:
    ///   - flaws: Why the passphrase was rejected.
    ///   - problem: Why the lock was not turned on.
    package init(
        passkeys: PasskeyAvailability,
        flaws: PassphraseFlaws = .none,
        problem: Phrase? = nil,
        settings: StudySettings
    ) {
        self.passkeys = passkeys
        self.flaws = flaws
        self.problem = problem
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Lock", assets: .lock, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                LockHeader(title: "A lock for your library", back: .settings())
                LockAlert(words: problem)
                p {
                    "While locked, Omena shows nothing but “Unlock”, and everything on the disk is encrypted: cards, answers, pictures, sounds and backups."
                }
                HelpLink("lock", about: "Lock")
                div(.class("lock-two")) {
                    points("What it protects against", isGood: true, Self.protects)
                    points("What it doesn’t protect against", isGood: false, Self.protectsNot)
                }
                p(.class("note warning")) {
                    Icon.alert.small
                    span {
                        "If you lose every way to unlock, nobody can recover your library. A recovery code on paper, which comes next, is your safety net."
                    }
                }
                div(.class("lock-two")) {
                    section(.class("panel lock-choice"), .aria("aria-labelledby", "by-passphrase"))
                    {
                        h2(.id("by-passphrase")) { "With a passphrase" }
                        form(.method("post"), .action(.lockSettings(.on)), .class("lock-form")) {
                            NewPassphrase(flaws: flaws)
                            button(.type("submit"), .class("btn btn-wide btn-big")) {
                                span { "Turn on with this passphrase" }
                            }
                        }
                    }
                    section(.class("panel lock-choice"), .aria("aria-labelledby", "by-passkey")) {
                        h2(.id("by-passkey")) { "With a passkey" }
                        p(.class("muted")) {
                            "Use this device’s face, fingerprint or PIN, or a security key. Nothing to remember."
                        }
                        AddPasskeyButton(
                            availability: passkeys,
                            action: .on,
                            label: "Turn on with a passkey",
                            isBig: true
                        )
                        p(.class("muted small")) {
                            "You can add more of either any time."
                        }
                    }
                }
            }
            StatusRegion()
        }.render()
    }

    private func points(_ title: Phrase, isGood: Bool, _ points: [Phrase]) -> some HTML {
        section(.class("lock-points")) {
            h2 { title }
            ul {
                Each(points) { words in
                    li(.class(isGood ? "good" : "not")) {
                        (isGood ? Icon.check : Icon.cross).small
                        span { words }
                    }
                }
            }
        }
    }

    private static let protects: [Phrase] = [
        "A thief who has the computer, its disk or a backup can’t read anything.",
        "Anyone who opens your browser while the library is locked sees nothing.",
        "Each attempt to guess the passphrase takes half a second.",
    ]

    private static let protectsNot: [Phrase] = [
        "While the library is unlocked, anyone who controls this computer can read it.",
        "A program that records what you type learns the passphrase.",
        "Files you exported or copied earlier stay readable, and a disk may keep traces of the old file.",
        "Decks are no longer kept in browsers for offline study.",
    ]
}

/// The fields for a new passphrase, which is typed twice.
struct NewPassphrase: HTML {
    let flaws: PassphraseFlaws

    func write(to page: inout HTMLWriter) {
        PassphraseField(
            name: "passphrase",
            title: "Passphrase",
            hint: "At least eight characters; a few words are good",
            flaw: flaws.passphrase
        ).write(to: &page)
        PassphraseField(name: "again", title: "The same passphrase again", flaw: flaws.again)
            .write(to: &page)
    }
}
