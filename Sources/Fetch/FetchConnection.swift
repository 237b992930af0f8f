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
    ///   - upload: Supplies the pieces of a body that is too large to be in memory, and nil at its end.
    ///   - isCancelled: Whether to give up; called at least once a second.
    ///   - receive: Called with every piece of the response body, whatever the status.
    package func send(
        _ request: FetchRequest,
        uploading upload: (() throws -> [UInt8]?)? = nil,
        isCancelled: @escaping () -> Bool = { false },
        receive: @escaping (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws(FetchError) -> FetchResponse {
        let progress = Transfer.Progress(
            request,
            upload: upload,
            isCancelled: isCancelled,
            receive: receive
        )
        return try Transfer(request, over: handle).perform(progress)
    }
}
