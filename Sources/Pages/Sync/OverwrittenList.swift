import Languages
import LibraryValues

/// Texts that a later edit elsewhere has replaced, each of which can be restored.
struct OverwrittenList: HTML {
    let values: [OverwrittenValue]
    let time: MomentFormatter
    let back: ReturnPath
    /// Whether each row leads to its card.
    var linksToCards = false

    func write(to page: inout HTMLWriter) {
        ul(.class("rows")) { Each(values) { row(of: $0) } }.write(to: &page)
        p(.class("lost-note muted small")) {
            "These were changed in two places at once. The later edit counts; the other is kept for 90 days."
        }.write(to: &page)
    }

    private func row(of value: OverwrittenValue) -> some HTML {
        li(.class("set-row lost-text")) {
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { value.text }
                if let current = value.current {
                    small(.dirAuto) { current.isEmpty ? "Now empty" : "Now: \(current)" }
                }
                small(.class("muted"), .dirAuto) { place(of: value) }
            }
            span(.class("lock-actions")) {
                if linksToCards, let note = value.note {
                    a(.class("btn btn-small"), .href(.cards(.card(note, back: back)))) {
                        "Show card"
                        span(.class("vh")) { " \(value.owner)" }
                    }
                }
                restoring(value)
            }
        }
    }

    private func place(of value: OverwrittenValue) -> String {
        let owner = linksToCards ? value.owner.pageText : nil
        let moment = time.text(for: value.moment).description
        return [owner, value.field?.pageText, moment].compactMap { $0 }.joined(separator: " · ")
    }

    private func restoring(_ value: OverwrittenValue) -> some HTML {
        form(.method("post"), .action(.sync(.restore))) {
            HiddenField("id", String(value.id.rawValue))
            HiddenField("back", back.path)
            button(.class("btn btn-small"), .type("submit")) {
                "Restore"
                span(.class("vh")) { " \(value.text)" }
            }
        }
    }
}
