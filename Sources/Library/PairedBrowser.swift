package import Notes

/// A browser on another device that was let in.
package struct PairedBrowser: Hashable, Sendable {
    /// Its number within the library.
    package var number: BrowserNumber
    /// What it said of itself when it was paired.
    package var name: String
    /// When it was paired.
    package var paired: Moment
    /// When it was last here, give or take an hour.
    package var seen: Moment

    /// Puts together what was read.
    package init(number: BrowserNumber, name: String, paired: Moment, seen: Moment) {
        self.number = number
        self.name = name
        self.paired = paired
        self.seen = seen
    }
}
