/// The three digits that say how a request went.
public struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 100 to 599.
    public let rawValue: Int

    /// Makes the status with the given digits.
    public init(rawValue: Int) {
        precondition((100...599).contains(rawValue), "\(rawValue) is no HTTP status")
        self.rawValue = rawValue
    }

    public var description: String { String(rawValue) }

    public static let ok = Status(rawValue: 200)
    public static let noContent = Status(rawValue: 204)
    public static let partialContent = Status(rawValue: 206)
    public static let movedPermanently = Status(rawValue: 301)
    public static let seeOther = Status(rawValue: 303)
    public static let notModified = Status(rawValue: 304)
    public static let temporaryRedirect = Status(rawValue: 307)
    public static let permanentRedirect = Status(rawValue: 308)
    public static let badRequest = Status(rawValue: 400)
    public static let unauthorized = Status(rawValue: 401)
    public static let forbidden = Status(rawValue: 403)
    public static let notFound = Status(rawValue: 404)
    public static let methodNotAllowed = Status(rawValue: 405)
    public static let requestTimeout = Status(rawValue: 408)
    public static let conflict = Status(rawValue: 409)
    public static let preconditionFailed = Status(rawValue: 412)
    public static let contentTooLarge = Status(rawValue: 413)
    public static let targetTooLong = Status(rawValue: 414)
    public static let unsupportedMediaType = Status(rawValue: 415)
    public static let rangeNotSatisfiable = Status(rawValue: 416)
    public static let expectationFailed = Status(rawValue: 417)
    public static let misdirectedRequest = Status(rawValue: 421)
    public static let unprocessableContent = Status(rawValue: 422)
    public static let tooManyRequests = Status(rawValue: 429)
    public static let headersTooLarge = Status(rawValue: 431)
    public static let internalServerError = Status(rawValue: 500)
    public static let notImplemented = Status(rawValue: 501)
    public static let badGateway = Status(rawValue: 502)
    public static let serviceUnavailable = Status(rawValue: 503)
    public static let versionNotSupported = Status(rawValue: 505)
    public static let insufficientStorage = Status(rawValue: 507)
}
