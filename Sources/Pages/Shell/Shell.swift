/// The frame of the pages between sessions: the brand, the ways to the other parts of Omena, and the page itself.
struct Shell<Content: HTML>: HTML {
    private let current: Destination
    private let destinations: [Destination]
    private let content: Content

    init(
        current: Destination,
        destinations: [Destination] = Destination.allCases,
        @HTMLBuilder content: () -> Content
    ) {
        self.current = current
        self.destinations = destinations
        self.content = content()
    }

    func write(to page: inout HTMLWriter) {
        frame.write(to: &page)
    }

    @HTMLBuilder private var frame: some HTML {
        a(.class("skip"), .href(fragment: "#main")) { "Skip to content" }
        div(.class("app")) {
            // A tab bar with a single tab helps nobody; on a phone the brand stands above the page instead.
            nav(.class(destinations.count > 1 ? "nav" : "nav single"), .ariaLabel("Main")) {
                a(.class("brand"), .href(.home), .ariaLabel("Omena, home")) {
                    Logo()
                    span(.ariaHidden) { "Omena" }
                }
                ul {
                    Each(destinations) { destination in
                        li {
                            a(
                                .href(destination.route),
                                .text("aria-current", destination == current ? "page" : nil)
                            ) {
                                destination.icon.large
                                span { destination.name }
                            }
                        }
                    }
                }
            }
            main(.class("page"), .id("main"), .tabindex(-1)) { content }
        }
    }
}

/// A part of Omena that the navigation leads to.
enum Destination: CaseIterable {
    case study

    var name: String {
        switch self {
        case .study: "Study"
        }
    }

    var icon: Icon {
        switch self {
        case .study: .study
        }
    }

    var route: Route {
        switch self {
        case .study: .home
        }
    }
}
