/// The three digits that say how a request went.
public struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 100 to 599.
    public let rawValue: Int

    /// Makes the status with the given digits.
    public init(rawValue: Int) {
        precondition((100...599).contains(rawValue), "\(rawValue) is no HTTP status")
        self.rawValue = rawValue
    }

    /// The digits.
    public var description: String { String(rawValue) }

    /// Done, and here it is.
    public static let ok = Status(rawValue: 200)
    /// Done, and something new is there.
    public static let created = Status(rawValue: 201)
    /// Done, and there is nothing to show.
    public static let noContent = Status(rawValue: 204)
    /// The part that was asked for.
    public static let partialContent = Status(rawValue: 206)
    /// It lies elsewhere, for good.
    public static let movedPermanently = Status(rawValue: 301)
    /// Done; what to look at next lies elsewhere.
    public static let seeOther = Status(rawValue: 303)
    /// What the client has is still right.
    public static let notModified = Status(rawValue: 304)
    /// It lies elsewhere for now; ask there in the same way.
    public static let temporaryRedirect = Status(rawValue: 307)
    /// It lies elsewhere for good; ask there in the same way.
    public static let permanentRedirect = Status(rawValue: 308)
    /// The request makes no sense.
    public static let badRequest = Status(rawValue: 400)
    /// The client must first say who it is.
    public static let unauthorized = Status(rawValue: 401)
    /// The client may not.
    public static let forbidden = Status(rawValue: 403)
    /// There is nothing at this address.
    public static let notFound = Status(rawValue: 404)
    /// The address cannot be used like this.
    public static let methodNotAllowed = Status(rawValue: 405)
    /// The request came too slowly.
    public static let requestTimeout = Status(rawValue: 408)
    /// It does not fit what is there now.
    public static let conflict = Status(rawValue: 409)
    /// What the client took for granted is not so.
    public static let preconditionFailed = Status(rawValue: 412)
    /// The body is too large.
    public static let contentTooLarge = Status(rawValue: 413)
    /// The address is too long.
    public static let targetTooLong = Status(rawValue: 414)
    /// The body is of a kind that is not read here.
    public static let unsupportedMediaType = Status(rawValue: 415)
    /// There are no such bytes.
    public static let rangeNotSatisfiable = Status(rawValue: 416)
    /// What the client expects cannot be met.
    public static let expectationFailed = Status(rawValue: 417)
    /// The request was meant for another host.
    public static let misdirectedRequest = Status(rawValue: 421)
    /// The body is well formed, but cannot be acted on.
    public static let unprocessableContent = Status(rawValue: 422)
    /// The client asks too often.
    public static let tooManyRequests = Status(rawValue: 429)
    /// The head is too large.
    public static let headersTooLarge = Status(rawValue: 431)
    /// Something is wrong in here.
    public static let internalServerError = Status(rawValue: 500)
    /// This is not known here.
    public static let notImplemented = Status(rawValue: 501)
    /// Another server, on which this one relies, failed.
    public static let badGateway = Status(rawValue: 502)
    /// Not now; later.
    public static let serviceUnavailable = Status(rawValue: 503)
    /// This version of HTTP is not spoken here.
    public static let versionNotSupported = Status(rawValue: 505)
    /// There is no room for it.
    public static let insufficientStorage = Status(rawValue: 507)
}
