package import Languages
package import Notes

/// What a lock protects and what not, and the form that turns it on.
package struct TurnOnPage: Page {
    private let passkeys: PasskeyPlace
    private let flaws: PassphraseFlaws
    private let trouble: Phrase?
    private let settings: StudySettings

    /// - Parameters:
    ///   - passkeys: Where passkeys can be added.
    ///   - flaws: Why the passphrase was not taken.
    ///   - trouble: Why nothing was done.
    ///   - settings: What the learner has settled about pages.
    package init(
        passkeys: PasskeyPlace,
        flaws: PassphraseFlaws = PassphraseFlaws(),
        trouble: Phrase? = nil,
        settings: StudySettings
    ) {
        self.passkeys = passkeys
        self.flaws = flaws
        self.trouble = trouble
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "Lock", parts: .lock, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                LockHead(title: "A lock for your library", back: .settings())
                PasskeyTrouble(words: trouble)
                p {
                    "Locked, Omena shows nothing but “Unlock”, and what lies on the disk is unreadable: cards, answers, pictures, sound and backups."
                }
                div(.class("lock-two")) {
                    points("What it protects from", isGood: true, Self.protects)
                    points("What it does not", isGood: false, Self.protectsNot)
                }
                p(.class("note warning")) {
                    Icon.alert.small
                    span {
                        "A lost key is lost data: if you lose every way to unlock, nobody can open your library for you. A recovery code on paper, which comes next, is there for that day."
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
                            "Face, finger or PIN of this device, or a security key. Nothing to remember."
                        }
                        passkey
                        p(.class("muted small")) {
                            "More of either can be added at any time."
                        }
                    }
                }
            }
            Status()
        }.render()
    }

    @HTMLBuilder private var passkey: some HTML {
        switch passkeys {
        case .here:
            PasskeyForm(action: .on) {
                Pages.button(.type("submit"), .class("btn btn-primary btn-wide btn-big")) {
                    Icon.key.large
                    span { "Turn on with a passkey" }
                }
            }
            noscript {
                p(.class("muted small")) {
                    "A passkey needs JavaScript, which is off in this browser."
                }
            }
        case .at(let address):
            a(.class("btn btn-primary btn-wide btn-big"), .text("href", address)) {
                Icon.key.large
                span { "Turn on with a passkey" }
            }
        case .nowhere: AddPasskey(place: .nowhere)
        }
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
        "A thief who has the machine, its disk or a backup reads nothing.",
        "Whoever sits down at your browser while it is locked sees nothing.",
        "Someone who guesses passphrases needs half a second for each.",
    ]

    private static let protectsNot: [Phrase] = [
        "While it is unlocked, whoever controls this machine can read it.",
        "A program that reads along as you type learns the passphrase.",
        "Files that you exported or copied before stay readable; a disk may keep traces of the old file.",
        "Decks are not kept in browsers any more for studying without a network.",
    ]
}

/// A new passphrase, typed twice.
struct NewPassphrase: HTML {
    let flaws: PassphraseFlaws

    func write(to page: inout HTMLWriter) { fields.write(to: &page) }

    @HTMLBuilder private var fields: some HTML {
        PassphraseField(
            name: "passphrase",
            title: "Passphrase",
            hint: "At least eight characters; a few words are good",
            flaw: flaws.passphrase
        )
        PassphraseField(name: "again", title: "Once more", flaw: flaws.again)
    }
}
