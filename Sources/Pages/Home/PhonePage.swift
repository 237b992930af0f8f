import Languages
package import Notes

/// How to study on a phone: the steps, with a code to scan where the server can be reached from one.
package struct PhonePage: Page {
    private let address: String?
    private let code: [[Bool]]?
    private let isFirstVisit: Bool
    private let settings: StudySettings

    /// - Parameters:
    ///   - address: Where a phone reaches the server; nil if it answers its own machine alone.
    ///   - code: The address as a QR code, in rows of modules that are dark or not.
    ///   - isFirstVisit: Whether another step of the first visit follows.
    package init(
        address: String?,
        code: [[Bool]]?,
        isFirstVisit: Bool,
        settings: StudySettings
    ) {
        self.address = address
        self.code = code
        self.isFirstVisit = isFirstVisit
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Study on your phone", assets: .plain, settings: settings) {
            main(.class("plain"), .id("main")) {
                h1 { "Study on your phone" }
                if let address { reachable(at: address) } else { unreachable }
                HelpLink("phone", about: "Study on your phone")
                a(
                    .class("btn btn-primary btn-big btn-wide"),
                    .href(isFirstVisit ? .otherPrograms : .home)
                ) { isFirstVisit ? "Continue" : "Go to your decks" }
            }
        }.render()
    }

    @HTMLBuilder private func reachable(at address: String) -> some HTML {
        if let code { QRDrawing(rows: code) }
        p(.class("address")) { address }
        ol(.class("steps")) {
            li {
                "Scan the code with your phone’s camera, or type the address into your phone’s browser."
            }
            li {
                span {
                    "Run this command on the computer where Omena runs. On your phone, enter the code it shows."
                }
                kbd { "omena pair" }
            }
            li {
                "In your browser’s menu, choose “Add to Home Screen”. Omena then opens like an app, even offline."
            }
        }
    }

    @HTMLBuilder private var unreachable: some HTML {
        p(.class("muted")) {
            "So far, Omena is only available on this computer. Two steps make it available on your phone:"
        }
        ol(.class("steps")) {
            li {
                "Get a TLS certificate for this computer that your phone trusts. Without one, browsers can’t keep cards for offline use or use passkeys."
            }
            li {
                span { "Start Omena with the certificate, then scan the code it shows:" }
                kbd { "omena serve --host 0.0.0.0 --tls-certificate FILE --tls-key FILE" }
            }
        }
    }
}

/// How cards come over from other programs; the last step of the first visit.
package struct OtherProgramsPage: Page {
    private let settings: StudySettings

    package init(settings: StudySettings) { self.settings = settings }

    package func render() -> [UInt8] {
        Document(
            title: "Coming from Anki or Quizlet?",
            assets: .plain,
            settings: settings
        ) {
            main(.class("plain"), .id("main")) {
                h1 { "Coming from Anki or Quizlet?" }
                p(.class("muted")) {
                    "Bring your cards with you. From Anki, your whole review history comes too."
                }
                dl(.class("steps")) {
                    dt { Phrase(verbatim: "Anki") }
                    dd {
                        "Choose File › Export, then “Collection package” with scheduling and media. Import the file here."
                    }
                    dt { Phrase(verbatim: "Quizlet") }
                    dd {
                        "Open a set, choose ⋯ › Export, and copy the text into a .txt file. Import that file here."
                    }
                }
                HelpLink("anki", about: "Coming from Anki or Quizlet?")
                a(.class("btn btn-wide"), .href(.importFile(back: ReturnPath(.home)))) {
                    "Import a file"
                }
                a(.class("btn btn-primary btn-big btn-wide"), .href(.home)) { "Go to your decks" }
            }
        }.render()
    }
}
