/// Why a request has no response of the server that it was passed on to.
package enum ForwardingError: Error, Hashable {
    /// Nobody answers there.
    case unreachable
    /// The connection ended before the response.
    case brokenOff
    /// The response is not HTTP.
    case malformed
}
