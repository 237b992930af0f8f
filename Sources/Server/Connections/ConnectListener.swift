import Library
import LibraryValues

/// Why the port cannot be opened, in one line.
package struct ConnectListenerError: Error, Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// Opens and closes the port for programs that were written for Anki.
package struct ConnectListener: Sendable {
    /// The port on which it is open; nil while it is closed.
    package let port: @Sendable () -> Int?
    /// Opens it at a port; throws with one line for the learner if that cannot be done.
    package let open: @Sendable (_ port: Int) throws(ConnectListenerError) -> Void
    package let close: @Sendable () -> Void
    /// Whether whoever started Omena decided, so that the learner's setting does not count.
    package let isFixed: Bool

    package init(
        isFixed: Bool,
        port: @escaping @Sendable () -> Int?,
        open: @escaping @Sendable (Int) throws(ConnectListenerError) -> Void,
        close: @escaping @Sendable () -> Void
    ) {
        self.isFixed = isFixed
        self.port = port
        self.open = open
        self.close = close
    }

    /// One that stays closed.
    package static let none = ConnectListener(
        isFixed: true,
        port: { nil },
        open: { _ in },
        close: {}
    )
}

extension LibraryLock {
    /// The port that the learner wants open for programs; nil for none, or while the library is locked.
    package var connectPort: Int? {
        guard let (library, lease) = lease(countsAsUse: false) else { return nil }
        return withExtendedLifetime(lease) {
            guard let settings = try? library.connectSettings(), settings.isOn else { return nil }
            return settings.port
        }
    }
}
