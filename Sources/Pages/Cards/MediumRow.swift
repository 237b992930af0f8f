import Languages
import Notes

/// A picture or sound below its field, which can be played, described and removed.
struct MediumRow: HTML {
    private let kind: MediaReference.Kind
    private let name: String
    private let caption: String
    /// Its reference as written in the field's text, which the form sends back.
    private let source: String
    /// The names of its form fields; nil in a template, where the page's script sets them.
    private let names: (source: String, caption: String)?
    private let address: String?

    init(
        _ part: MediaText.Ends.Part,
        of field: NoteType.Field,
        isLeading: Bool,
        hash: MediaHash?
    ) {
        kind = part.reference.kind
        name = part.reference.name
        caption = part.reference.caption
        source = part.source
        names = MediaFieldNames.names(of: field.id, isLeading: isLeading)
        address = hash.map { Route.media($0).path }
    }

    /// A template from which the page's script creates rows.
    init(templateOf kind: MediaReference.Kind) {
        self.kind = kind
        (name, caption, source) = ("", "", "")
        names = nil
        address = nil
    }

    func write(to page: inout HTMLWriter) {
        li(.class("medium"), .text("data-kind", kind.rawValue)) {
            input(.type("hidden"), .text("name", names?.source), .text("value", source))
            switch kind {
            case .picture: picture
            case .sound: sound
            }
            button(
                .class("icon-btn remove"),
                .type("button"),
                .ariaLabel("Remove \(name)"),
                .reserved,
                .hidden
            ) {
                Icon.close.small
            }
        }.write(to: &page)
    }

    @HTMLBuilder private var picture: some HTML {
        img(.class("thumb"), .text("src", address), .fixed("alt", ""))
        input(
            .class("input"),
            .type("text"),
            .text("name", names?.caption),
            .text("value", caption),
            .text("title", name),
            .number("maxlength", MediaReference.longestCaption),
            .ariaLabel("Description of \(name)"),
            .placeholder("Describe the picture"),
            .dirAuto
        )
    }

    @HTMLBuilder private var sound: some HTML {
        button(
            .class("icon-btn play"),
            .type("button"),
            .text("data-address", address),
            .ariaLabel("Play \(name)"),
            .reserved,
            .hidden
        ) { Icon.play.large }
        input(.type("hidden"), .text("name", names?.caption), .fixed("value", ""))
        span(.class("medium-name")) { name }
    }
}

/// The prefixes of the form fields for pictures and sounds, before the field's id.
package enum MediaFieldNames {
    /// For media before the text: the reference and the caption.
    package static let leading = (source: "leading-", caption: "leadcaption-")
    /// For media after the text.
    package static let trailing = (source: "media-", caption: "caption-")

    static func names(of field: FieldID, isLeading: Bool) -> (source: String, caption: String) {
        let prefix = isLeading ? leading : trailing
        return (prefix.source + field.description, prefix.caption + field.description)
    }
}

/// Buttons beside a field's name that attach or record a picture or sound; only with a script.
///
/// A toolbar, so that Tab stops at it once on the way to the next field; arrow keys move within it.
struct MediaButtons: HTML {
    let field: FieldID

    func write(to page: inout HTMLWriter) {
        div(.class("media-actions"), .role("toolbar"), .reserved, .hidden) {
            button(
                .class("icon-btn attach"),
                .type("button"),
                .ariaLabel("Add a picture or sound"),
                fieldName
            ) { Icon.picture.small }
            button(
                .class("icon-btn record"),
                .type("button"),
                .ariaLabel("Record a sound"),
                fieldName,
                .tabindex(-1),
                .hidden
            ) { Icon.microphone.small }
        }.write(to: &page)
    }

    /// Refers to the field's name.
    private var fieldName: Attribute { .text("aria-describedby", "name-\(field)") }
}

/// Templates for the script's rows, and what it says about files that are too large to upload.
struct MediaTemplates: HTML {
    func write(to page: inout HTMLWriter) {
        template(
            .id("picture-row"),
            .text("data-address", Route.addMedium().path),
            .number("data-limit", Medium.maximumSize),
            .text("data-too-large", MediaFlaw.tooLarge.description)
        ) { MediumRow(templateOf: .picture) }.write(to: &page)
        template(.id("sound-row")) { MediumRow(templateOf: .sound) }.write(to: &page)
        template(.id("coming-row")) {
            li(.class("medium coming")) {
                span(.class("medium-name"))
            }
        }.write(to: &page)
        template(.id("recording-row")) {
            li(.class("medium recording")) {
                button(.class("icon-btn stop"), .type("button"), .ariaLabel("Stop")) {
                    Icon.stop.large
                }
                span(.class("level"), .ariaHidden) { i() }
                span(.class("medium-name"), .role("timer")) { "0:00" }
                button(.class("icon-btn remove"), .type("button"), .ariaLabel("Cancel recording")) {
                    Icon.close.small
                }
            }
        }.write(to: &page)
    }
}
