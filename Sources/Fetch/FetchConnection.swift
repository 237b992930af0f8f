internal import CCurl

/// Sends requests one after another over the same connection, as long as the server leaves it open.
///
/// All of them should agree on `isOnlyPublic`, because an address is checked only when it is connected to.
package struct FetchConnection: ~Copyable {
    private let handle = curl_easy_init()

    package init() {}

    deinit { curl_easy_cleanup(handle) }

    /// Sends a request and returns the whole response; blocks the thread.
    ///
    /// - Parameters:
    ///   - isCancelled: Whether to give up; called at least once a second.
    ///   - receive: Called with every piece of the response body, whatever the status.
    package func send(
        _ request: FetchRequest,
        isCancelled: @escaping () -> Bool = { false },
        receive: @escaping ([UInt8]) -> Void = { _ in }
    ) throws(FetchError) -> FetchResponse {
        try Transfer(request, over: handle).perform(isCancelled: isCancelled, receive: receive)
    }
}
