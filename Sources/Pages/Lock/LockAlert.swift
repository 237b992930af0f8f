import Languages

/// What went wrong with a passkey or a change.
///
/// Hidden without words, for the page's script to report what only the browser knows: cancelled, timed out, no authenticator.
struct LockAlert: HTML {
    let words: Phrase?
    /// How long to wait before the next attempt.
    var seconds: String?

    func write(to page: inout HTMLWriter) {
        p(
            .class("note error"),
            .id("lock-alert"),
            .role("alert"),
            .text("data-seconds", seconds),
            // Its place stays when a wait ends, which is when the button below is pressed.
            words == nil ? .hidden : .reserved
        ) {
            Icon.alert.small
            span { words ?? "" }
        }.write(to: &page)
    }
}
