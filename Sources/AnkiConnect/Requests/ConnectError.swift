internal import Languages
internal import Library

/// Why a request fails; programs look for some of these texts, so they are not translated.
package struct ConnectError: Error, Hashable, Sendable {
    package let text: String

    init(_ text: String) { self.text = text }

    static let unavailable = ConnectError("collection is not available")
    static let unsupported = ConnectError("unsupported action")
    static let keyIsMissing = ConnectError("valid api key must be provided")
    static let isDuplicate = ConnectError("cannot create note because it is a duplicate")
    static let isEmpty = ConnectError("cannot create note because it is empty")
    static let isTooLong = ConnectError("the answer is too long; ask for less at a time")
    static let hasNoCard = ConnectError(
        "The field values you have provided would make an empty question on all cards."
    )

    static func model(_ name: String) -> ConnectError {
        ConnectError("model was not found: \(name)")
    }

    static func deck(_ name: String) -> ConnectError {
        ConnectError("deck was not found: \(name)")
    }

    static func field(_ name: String, of model: String) -> ConnectError {
        ConnectError("field was not found in \(model): \(name)")
    }

    static func template(_ name: String, of model: String) -> ConnectError {
        ConnectError("template was not found in \(model): \(name)")
    }

    static func note(_ number: Int64) -> ConnectError {
        ConnectError("Note was not found: \(number)")
    }

    static func card(_ number: Int64) -> ConnectError {
        ConnectError("Card was not found: \(number)")
    }

    /// What a program is told of any error.
    init(telling error: any Error) {
        switch error {
        case let error as ConnectError: self = error
        case let error as LibraryError where error.isRefusal:
            self.init(InterfaceLanguage.withCurrent(.english) { error.description })
        default: self.init("the library could not be used; Omena's log says why")
        }
    }
}
