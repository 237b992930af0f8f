package import Notes

/// A browser on another device that was paired with the library.
package struct PairedBrowser: Hashable, Sendable {
    package var number: BrowserNumber
    /// The name that it gave when it was paired.
    package var name: String
    /// When it was paired.
    package var paired: Moment
    /// When it last made a request, to the hour.
    package var seen: Moment

    package init(number: BrowserNumber, name: String, paired: Moment, seen: Moment) {
        self.number = number
        self.name = name
        self.paired = paired
        self.seen = seen
    }
}

/// Identifies the browser that makes a change: the number that pairing assigned.
///
/// The browsers of the library's own machine are not paired and have none.
package struct BrowserNumber: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}
