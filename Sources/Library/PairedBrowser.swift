public import Notes

/// A browser on another device that was let in.
public struct PairedBrowser: Hashable, Sendable {
    /// Its number within the library.
    public var number: BrowserNumber
    /// What it said of itself when it was paired.
    public var name: String
    /// When it was paired.
    public var paired: Moment
    /// When it was last here, give or take an hour.
    public var seen: Moment

    /// Puts together what was read.
    public init(number: BrowserNumber, name: String, paired: Moment, seen: Moment) {
        self.number = number
        self.name = name
        self.paired = paired
        self.seen = seen
    }
}
