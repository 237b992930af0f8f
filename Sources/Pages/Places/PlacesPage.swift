internal import JSON
import Languages
package import LibraryValues
package import Notes

/// The map, and beside it the list of all places or the form of one.
///
/// The list has everything that the map shows, for learners who cannot see it; the map's script reads its pins from there.
package struct PlacesPage: Page {
    private let library: LibraryIdentity
    private let at: Moment
    private let pins: [Pin]
    private let form: NoteForm?
    private let media: [String: MediaHash]
    private let map: MapSettings
    private let done: Change?
    private let settings: StudySettings

    /// - Parameters:
    ///   - at: When the places were read from the library.
    ///   - pins: All places; none where a script needs only the form.
    ///   - form: The form of the open place.
    ///   - media: The pictures and sounds in its texts, by name.
    package init(
        library: LibraryIdentity,
        at: Moment,
        pins: [Pin],
        form: NoteForm? = nil,
        media: [String: MediaHash] = [:],
        map: MapSettings,
        done: Change? = nil,
        settings: StudySettings = StudySettings()
    ) {
        self.library = library
        self.at = at
        self.pins = pins
        self.form = form
        self.media = media
        self.map = map
        self.done = done
        self.settings = settings
    }

    package func render() -> [UInt8] {
        let icons: [Icon] = [
            .list, .plus, .minus, .target, .close, .trash, .alert, .search, .picture, .microphone,
            .play, .stop, .check,
        ]
        let assets = PageAssets.framed(style: "css/places.css", script: "js/places.js", icons)
        return Document(title: "Places", assets: assets, settings: settings) {
            Shell(current: .places, kind: "places", beginsWithDisk: false) {
                MapSection(settings: map)
                div(.class("place-panel")) {
                    DiskWarning()
                    PlaceList(pins: pins, isHidden: form != nil)
                    section(.id("details"), .present("hidden", if: form == nil)) {
                        if let form { PlaceForm(form: form, media: media) }
                    }
                }
                UndoNotice(change: done, back: ReturnPath(.places(.map())))
            }
            template(.id("done-template")) { UndoTemplate() }
            template(.id("place-row")) { PlaceRow(pin: nil) }
            template(.id("article-row")) { ArticleRow() }
            LeaveDialog()
            StatusRegion()
            PageContext(library: library, at: at)
            DataBlock(id: "map-data", json: data)
        }.render()
    }

    private var data: [UInt8] {
        JSONWriter.object {
            $0.set("style", map.style.rawValue)
            $0.set("styles") { styles in
                for style in MapSettings.Style.allCases {
                    styles.set(named: style.rawValue) { member in
                        member.set("isAllowed", map.isAllowed(style))
                        member.set("hosts", hosts(of: style))
                        member.set("sources", tiles: map.sources(of: style))
                    }
                }
            }
            $0.set("places", Route.places(.map()).path)
            $0.set("pins", Route.places(.pins).path)
            $0.set("point", Route.places(.point("")).path)
            $0.set("tiles", Route.places(.tiles).path)
            $0.set("nearby", Route.places(.nearby("")).path)
            $0.set("articles", Route.places(.articles).path)
            $0.set("undo", Route.cards(.undo).path)
            $0.set("newName", say("New location"))
        }
    }

    private func hosts(of style: MapSettings.Style) -> [String] {
        Set(map.sources(of: style).map(\.host)).subtracting([""]).sorted()
    }
}

/// An undo notice, for the page's script to fill in.
private struct UndoTemplate: HTML {
    func write(to page: inout HTMLWriter) {
        form(.class("done-note"), .id("done"), .method("post"), .action(.cards(.undo))) {
            p(.role("status"), .dirAuto)
            HiddenField("id", nil)
            HiddenField("back", Route.places(.map()).path)
            button(.class("btn"), .type("submit")) { "Undo" }
        }.write(to: &page)
    }
}
