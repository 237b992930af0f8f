import Languages
import LibraryValues
import Notes

/// The paired browsers on other devices, each of which can be removed.
struct BrowserList: HTML {
    let browsers: [PairedBrowser]
    let current: BrowserNumber?
    let now: Moment

    func write(to page: inout HTMLWriter) {
        section(.class("group"), .aria("aria-labelledby", "browsers")) {
            h2(.id("browsers")) { "Paired browsers" }
            if browsers.isEmpty {
                p(.class("panel muted small")) {
                    "None. Browsers on other devices appear here once you pair them with “omena pair”."
                }
            } else {
                ul(.class("rows")) { Each(browsers) { row(of: $0) } }
            }
            p(.class("group-more")) {
                a(.class("btn btn-small"), .href(.phone())) { "Study on your phone" }
            }
        }.write(to: &page)
    }

    private func row(of browser: PairedBrowser) -> some HTML {
        let name = BrowserName(browser.name).text
        return li(.class("set-row")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { name }
                small { browser.number == current ? "This browser" : seen(browser) }
            }
            a(.class("btn btn-small"), .href(.browser(browser.number))) {
                "Remove"
                span(.class("vh")) { " \(name)" }
            }
        }
    }

    private func seen(_ browser: PairedBrowser) -> Phrase {
        let hours = (now.milliseconds - browser.seen.milliseconds) / 3_600_000
        return switch hours {
        case ..<2: "Used within the last two hours"
        case ..<24: "Last used today or yesterday"
        case ..<48: "Last used within the last two days"
        default: "Last used \(Int(hours / 24)) days ago"
        }
    }
}
