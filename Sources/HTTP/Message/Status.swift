/// The three digits that say how a request went.
package struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// 100 to 599.
    package let rawValue: Int

    /// Makes the status with the given digits.
    package init(rawValue: Int) {
        precondition((100...599).contains(rawValue), "\(rawValue) is no HTTP status")
        self.rawValue = rawValue
    }

    /// The digits.
    package var description: String { String(rawValue) }

    /// Done, and here it is.
    package static let ok = Status(rawValue: 200)
    /// Done, and something new is there.
    package static let created = Status(rawValue: 201)
    /// Done, and there is nothing to show.
    package static let noContent = Status(rawValue: 204)
    /// The part that was asked for.
    package static let partialContent = Status(rawValue: 206)
    /// It lies elsewhere, for good.
    package static let movedPermanently = Status(rawValue: 301)
    /// Done; what to look at next lies elsewhere.
    package static let seeOther = Status(rawValue: 303)
    /// What the client has is still right.
    package static let notModified = Status(rawValue: 304)
    /// It lies elsewhere for now; ask there in the same way.
    package static let temporaryRedirect = Status(rawValue: 307)
    /// It lies elsewhere for good; ask there in the same way.
    package static let permanentRedirect = Status(rawValue: 308)
    /// The request makes no sense.
    package static let badRequest = Status(rawValue: 400)
    /// The client must first say who it is.
    package static let unauthorized = Status(rawValue: 401)
    /// The client may not.
    package static let forbidden = Status(rawValue: 403)
    /// There is nothing at this address.
    package static let notFound = Status(rawValue: 404)
    /// The address cannot be used like this.
    package static let methodNotAllowed = Status(rawValue: 405)
    /// The request came too slowly.
    package static let requestTimeout = Status(rawValue: 408)
    /// It does not fit what is there now.
    package static let conflict = Status(rawValue: 409)
    /// What the client took for granted is not so.
    package static let preconditionFailed = Status(rawValue: 412)
    /// The body is too large.
    package static let contentTooLarge = Status(rawValue: 413)
    /// The address is too long.
    package static let targetTooLong = Status(rawValue: 414)
    /// The body is of a kind that is not read here.
    package static let unsupportedMediaType = Status(rawValue: 415)
    /// There are no such bytes.
    package static let rangeNotSatisfiable = Status(rawValue: 416)
    /// What the client expects cannot be met.
    package static let expectationFailed = Status(rawValue: 417)
    /// The request was meant for another host.
    package static let misdirectedRequest = Status(rawValue: 421)
    /// The body is well formed, but cannot be acted on.
    package static let unprocessableContent = Status(rawValue: 422)
    /// The client asks too often.
    package static let tooManyRequests = Status(rawValue: 429)
    /// The head is too large.
    package static let headersTooLarge = Status(rawValue: 431)
    /// Something is wrong in here.
    package static let internalServerError = Status(rawValue: 500)
    /// This is not known here.
    package static let notImplemented = Status(rawValue: 501)
    /// Another server, on which this one relies, failed.
    package static let badGateway = Status(rawValue: 502)
    /// Not now; later.
    package static let serviceUnavailable = Status(rawValue: 503)
    /// This version of HTTP is not spoken here.
    package static let versionNotSupported = Status(rawValue: 505)
    /// There is no room for it.
    package static let insufficientStorage = Status(rawValue: 507)
}
