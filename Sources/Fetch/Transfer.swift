internal import CCurl

/// One run of libcurl, set up, performed and cleaned up in one scope.
struct Transfer: ~Copyable {
    /// What arrives, and how much of it may; libcurl's callback sees it through a pointer.
    private final class Received {
        var bytes: [UInt8] = []
        let maximum: Int

        init(maximum: Int) { self.maximum = maximum }
    }

    private let request: FetchRequest
    private let socket: SocketPath
    private let handle: UnsafeMutableRawPointer?

    init(_ request: FetchRequest) {
        self.request = request
        socket = SocketPath(request.unixSocket)
        handle = curl_easy_init()
    }

    deinit { curl_easy_cleanup(handle) }

    consuming func perform() throws(FetchError) -> FetchResponse {
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for header in request.headers {
            headers = curl_slist_append(headers, "\(header.name): \(header.value)")
        }
        let received = Received(maximum: request.maximumBytes)
        set(CURLOPT_NOSIGNAL, to: 1)
        set(CURLOPT_TIMEOUT, to: request.timeout)
        set(CURLOPT_URL, to: request.url)
        set(CURLOPT_CUSTOMREQUEST, to: request.method)
        set(CURLOPT_PROTOCOLS_STR, to: "http,https")
        if let path = socket.text { set(CURLOPT_UNIX_SOCKET_PATH, to: path) }
        if !request.body.isEmpty {
            set(CURLOPT_POSTFIELDSIZE, to: request.body.count)
            // libcurl copies the body here, so that the pointer need not outlive the call.
            request.body.withUnsafeBytes { body in
                _ = omena_curl_set_pointer(
                    handle,
                    CURLOPT_COPYPOSTFIELDS,
                    .init(mutating: body.baseAddress)
                )
            }
        }
        _ = omena_curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers)
        _ = omena_curl_set_write(
            handle,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
                guard received.bytes.count + size * count <= received.maximum else { return 0 }
                let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
                received.bytes.append(contentsOf: buffer)
                return size * count
            },
            Unmanaged.passUnretained(received).toOpaque()
        )
        let code = withExtendedLifetime(received) { curl_easy_perform(handle) }
        switch code {
        case CURLE_OK: break
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: throw .unreachable
        case CURLE_OPERATION_TIMEDOUT: throw .timedOut
        case CURLE_WRITE_ERROR: throw .tooLong
        default: throw .failed(String(cString: curl_easy_strerror(code)))
        }
        var status = 0
        _ = omena_curl_get_status(handle, &status)
        return FetchResponse(status: status, body: received.bytes)
    }

    private func set(_ option: CURLoption, to value: Int) {
        _ = omena_curl_set_long(handle, option, value)
    }

    private func set(_ option: CURLoption, to value: String) {
        _ = omena_curl_set_text(handle, option, value)
    }
}
