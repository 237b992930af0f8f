/// A learner on a server of several, as pages show one.
package struct Person: Hashable, Sendable {
    /// As in addresses.
    package let name: String
    package let title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }

    /// Where the learner's pages begin.
    var home: String { AccountsRoute.base(of: name) + "/" }
}
