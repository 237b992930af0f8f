import Languages

/// The one live region of a page, in which its script announces milestones in whole sentences.
struct StatusRegion: HTML {
    func write(to page: inout HTMLWriter) {
        p(
            .class("vh"),
            .id("status"),
            .role("status"),
            .aria("aria-live", "polite"),
            .aria("aria-atomic", "true")
        ).write(to: &page)
    }
}

/// Where the page's script says that answers have not been sent yet, or that the server rejected one.
struct UnsentAnswersNotice: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("unsaved"), .id("unsaved"), .hidden) {
            Icon.alert.small
            p()
            if PageFrame.current.learner == nil {
                a(.class("pair-link"), .href(.pair()), .hidden) { "Pair this browser" }
            } else {
                a(
                    .class("pair-link"),
                    .href(accounts: .signIn(to: Route.home.path)),
                    .hidden
                ) { "Sign in" }
            }
        }.write(to: &page)
    }
}

/// Where the page's script says what the server rejected and why.
struct RejectionToast: HTML {
    func write(to page: inout HTMLWriter) {
        div(.class("toast-place"), .id("refused"), .hidden) {
            div(.class("toast")) {
                p()
                button(.type("button")) { "Close" }
            }
        }.write(to: &page)
    }
}
