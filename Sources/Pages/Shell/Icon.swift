/// A drawing in one colour, taken from the sprite of its page.
enum Icon: String {
    case study, learn, check, cross, close, undo, turn, arrow, again, keyboard, alert
    case settings, cards, clock, quiz, eye, minus, plus, fold
    case trash, search, sort, info, edit, tag, tick, sprout
    case hill, checks, back, next, pause, speaker, more
    case picture, microphone, play, stop
    case star, list, target, bars
    case key, lock
    case swap
    case kindAll = "kind-all"
    case kindOne = "kind-one"
    case kindFrom = "kind-from"
    case kindTo = "kind-to"
    case kindSome = "kind-some"
    /// Nothing yet: the page's script chooses an icon.
    case none

    /// The icon in the size of text.
    var small: some HTML { drawn("ico ico-s") }

    /// The icon in its own size.
    var large: some HTML { drawn("ico") }

    private func drawn(_ names: StaticString) -> some HTML {
        svg(.class(names), .ariaHidden) {
            use(.text("href", self == .none ? "" : "#i-\(rawValue)"))
        }
    }

    /// The drawing, in a square of `size` with strokes of 2.
    fileprivate var shape: StaticString {
        switch self {
        case .study:
            #"<path d="M8 7.5h9.5A2.5 2.5 0 0 1 20 10v8a2.5 2.5 0 0 1-2.5 2.5H8A2.5 2.5 0 0 1 5.5 18v-8A2.5 2.5 0 0 1 8 7.5Z"/><path d="M7.5 4h9"/>"#
        case .learn:
            #"<path d="M12 7C10 5.3 7 5 4 5.2v13C7 18 10 18.3 12 20c2-1.7 5-2 8-1.8v-13C17 5 14 5.3 12 7Zm0 0v13"/>"#
        case .check: #"<path d="m5 12.8 4.7 4.7L19 7"/>"#
        case .key: #"<circle cx="8" cy="12" r="4.3"/><path d="M12.3 12H21v3.5M17 12v3"/>"#
        case .lock:
            #"<rect x="5" y="10.5" width="14" height="9.5" rx="2.8"/><path d="M8.3 10.5V8a3.7 3.7 0 0 1 7.4 0v2.5M12 14.3v2"/>"#
        case .trash:
            #"<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.3 11v5M13.7 11v5"/>"#
        case .search: #"<circle cx="10.5" cy="10.5" r="6"/><path d="m15.2 15.2 5 5"/>"#
        case .sort: #"<path d="M7.5 4.5v15M4 16l3.5 3.5L11 16M16.5 19.5v-15M13 8l3.5-3.5L20 8"/>"#
        case .info:
            #"<circle cx="12" cy="12" r="8.3"/><path d="M12 11v5"/><path d="M12 7.9h.01" stroke-width="2.4"/>"#
        case .edit:
            #"<path d="M5 19.5l.8-4.2L16 5a2.1 2.1 0 0 1 3 3L8.8 18.3Z"/><path d="m14 7 3 3"/>"#
        case .tag:
            #"<path d="M4 5.5v5.700l8.300 8.300 7.200-7.200L11.200 4H5.500A1.500 1.500 0 0 0 4 5.500Z"/><path d="M8 8h.01"/>"#
        case .tick:
            #"<rect x="4" y="4" width="16" height="16" rx="4"/><path d="m8 12.300 2.800 2.800L16 9.500"/>"#
        case .sprout:
            #"<path d="M12 20.500v-7"/><path d="M12 13.500c0-4.500 2.800-7.300 8-8 0 5.200-2.800 8-8 8Z"/><path d="M12 16c0-3.400-2.200-5.700-6.800-6.300 0 4.100 2.200 6.300 6.800 6.300Z"/>"#
        case .cross: #"<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>"#
        case .close: #"<path d="M6 6l12 12M18 6 6 18"/>"#
        case .undo: #"<path d="M8.5 4.5 4 9l4.5 4.5"/><path d="M4.5 9H14a5.5 5.5 0 0 1 0 11h-4"/>"#
        case .turn:
            #"<path d="M12 4v16" stroke-dasharray="2.5 3.5"/><path d="M8 6.5 4.5 8.5v7L8 17.5M16 6.5l3.5 2v7l-3.5 2"/>"#
        case .arrow: #"<path d="M4 12h15M13.5 6.5 19.5 12l-6 5.5"/>"#
        case .again: #"<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4"/><path d="M19.8 3v4.3h-4.3"/>"#
        case .keyboard:
            #"<rect x="3" y="6" width="18" height="12" rx="2.5"/><path d="M7 10h.01M12 10h.01M17 10h.01M8 14h8"/>"#
        case .alert: #"<path d="M12 4.500 21 19.500H3Z"/><path d="M12 10v4.300M12 17h.01"/>"#
        case .settings:
            #"<path d="M4 8h7M17 8h3M4 16h3M13 16h7"/><circle cx="14" cy="8" r="2.8"/><circle cx="10" cy="16" r="2.8"/>"#
        case .cards:
            #"<rect x="3.5" y="5" width="5" height="5.5" rx="1.6"/><rect x="3.5" y="14" width="5" height="5.5" rx="1.6"/><path d="M12.5 6.5h8M12.5 9.5h4.5M12.5 15.5h8M12.5 18.5h4.5"/>"#
        case .clock: #"<circle cx="12" cy="12" r="8.2"/><path d="M12 7.5V12l3 2"/>"#
        case .quiz:
            #"<path d="M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.4-1.7 2.7"/><path d="M12 18.6h.01"/>"#
        case .eye:
            #"<path d="M2.5 12C5 7.5 8.2 5.5 12 5.5S19 7.5 21.5 12C19 16.5 15.8 18.5 12 18.5S5 16.5 2.5 12Z"/><circle cx="12" cy="12" r="2.8"/>"#
        case .minus: #"<path d="M5 12h14"/>"#
        case .plus: #"<path d="M12 5v14M5 12h14"/>"#
        case .fold: #"<path d="m5 9.5 7 6.500 7-6.500"/>"#
        case .hill: #"<path d="M2.5 18.5 9 7l4 6.5 2.3-3.3 6.2 8.3Z"/>"#
        case .checks: #"<path d="m2.5 13 4 4L14.5 8"/><path d="m12 16.2 1 .8 8.5-9"/>"#
        case .back: #"<path d="M14.5 5 8 12l6.5 7"/>"#
        case .next: #"<path d="m9.5 5 6.5 7-6.5 7"/>"#
        case .pause: #"<path d="M8.5 5.5v13M15.5 5.5v13"/>"#
        case .speaker:
            #"<path d="M4 9.5v5h3.5l5 4v-13l-5 4Z"/><path d="M16 9.3a4 4 0 0 1 0 5.4M18.6 6.5a8 8 0 0 1 0 11"/>"#
        case .picture:
            #"<rect x="4" y="5" width="16" height="14" rx="2.5"/><circle cx="9" cy="10" r="1.5"/><path d="m5 17.5 4.5-4 3 2.5 3-3.5 4 4.5"/>"#
        case .microphone:
            #"<rect x="9" y="3.5" width="6" height="11" rx="3"/><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"/>"#
        case .play: #"<path d="M8 5.5v13l10.5-6.5Z" fill="currentColor"/>"#
        case .stop: #"<rect x="6.5" y="6.5" width="11" height="11" rx="2" fill="currentColor"/>"#
        case .star:
            #"<path d="m12 3.6 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 17l-5.3 2.8 1.1-5.9-4.3-4.1 5.9-.8Z"/>"#
        case .list: #"<path d="M5 6.5h14M5 12h14M5 17.5h9"/>"#
        case .bars: #"<path d="M5 20v-6M12 20V9M19 20V4"/>"#
        case .target:
            #"<circle cx="12" cy="12" r="5.5"/><path d="M12 2.500v4M12 17.500v4M2.500 12h4M17.500 12h4"/>"#
        case .more: #"<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" stroke-width="3.6"/>"#
        case .swap: #"<path d="M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19"/>"#
        case .kindAll:
            #"<path d="M9 9l18 18M27 9 9 27M9 9h18v18H9Z"/><circle cx="9" cy="9" r="4"/><circle cx="27" cy="9" r="4"/><circle cx="9" cy="27" r="4"/><circle cx="27" cy="27" r="4"/>"#
        case .kindOne:
            #"<path d="M11 18h11M19 13.5l4.5 4.5-4.5 4.5"/><circle fill="currentColor" cx="7" cy="18" r="4"/><circle cx="29" cy="18" r="4"/>"#
        case .kindFrom:
            #"<path d="M10 18 24 8.5M10 18h14M10 18l14 9.5"/><circle fill="currentColor" cx="8" cy="18" r="4"/><circle cx="27" cy="7.5" r="4"/><circle cx="28" cy="18" r="4"/><circle cx="27" cy="28.5" r="4"/>"#
        case .kindTo:
            #"<path d="M26 18 12 8.5M26 18H12M26 18l-14 9.5"/><circle fill="currentColor" cx="28" cy="18" r="4"/><circle cx="9" cy="7.5" r="4"/><circle cx="8" cy="18" r="4"/><circle cx="9" cy="28.5" r="4"/>"#
        case .kindSome:
            #"<path d="M9 10h18M9 10l9 16.5M27 10l-9 16.5"/><circle fill="currentColor" cx="9" cy="10" r="4"/><circle fill="currentColor" cx="27" cy="10" r="4"/><circle fill="currentColor" cx="18" cy="26.5" r="4"/>"#
        case .none: ""
        }
    }

    fileprivate var size: Int {
        switch self {
        case .kindAll, .kindOne, .kindFrom, .kindTo, .kindSome: 36
        default: 24
        }
    }
}

/// The drawing of an icon in the sprite.
private struct Symbol: HTML {
    let icon: Icon

    func write(to page: inout HTMLWriter) {
        guard icon != .none else { return }
        let size = icon.size
        page.markup("<symbol id=\"i-")
        page.text(icon.rawValue)
        page.markup("\" viewBox=\"0 0 ")
        page.text("\(size) \(size)")
        page.markup("\">")
        page.markup(icon.shape)
        page.markup("</symbol>")
    }
}

/// The drawings that a page refers to, each once; hidden.
struct Sprite: HTML {
    let icons: [Icon]

    func write(to page: inout HTMLWriter) {
        svg(.class("sprite"), .ariaHidden, .fixed("focusable", "false")) {
            Logo.symbol
            Each(icons) { Symbol(icon: $0) }
        }.write(to: &page)
    }
}
