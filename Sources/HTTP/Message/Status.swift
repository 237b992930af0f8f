/// The status code of a response, from 100 to 599.
package struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int

    package init(rawValue: Int) {
        precondition((100...599).contains(rawValue), "\(rawValue) is not an HTTP status")
        self.rawValue = rawValue
    }

    package var description: String { String(rawValue) }

    package static let ok = Status(rawValue: 200)
    package static let created = Status(rawValue: 201)
    package static let noContent = Status(rawValue: 204)
    package static let partialContent = Status(rawValue: 206)
    package static let seeOther = Status(rawValue: 303)
    package static let notModified = Status(rawValue: 304)
    package static let badRequest = Status(rawValue: 400)
    package static let unauthorized = Status(rawValue: 401)
    package static let forbidden = Status(rawValue: 403)
    package static let notFound = Status(rawValue: 404)
    package static let methodNotAllowed = Status(rawValue: 405)
    package static let conflict = Status(rawValue: 409)
    package static let contentTooLarge = Status(rawValue: 413)
    package static let targetTooLong = Status(rawValue: 414)
    package static let unsupportedMediaType = Status(rawValue: 415)
    package static let rangeNotSatisfiable = Status(rawValue: 416)
    package static let expectationFailed = Status(rawValue: 417)
    package static let misdirectedRequest = Status(rawValue: 421)
    package static let unprocessableContent = Status(rawValue: 422)
    package static let tooManyRequests = Status(rawValue: 429)
    package static let internalServerError = Status(rawValue: 500)
    package static let notImplemented = Status(rawValue: 501)
    package static let badGateway = Status(rawValue: 502)
    package static let serviceUnavailable = Status(rawValue: 503)
    package static let versionNotSupported = Status(rawValue: 505)
    package static let insufficientStorage = Status(rawValue: 507)
}
