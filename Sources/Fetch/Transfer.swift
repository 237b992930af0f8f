internal import CCurl
internal import Glibc

/// One transfer by libcurl over a handle that outlives it.
struct Transfer: ~Copyable {
    /// The state that libcurl's callbacks access through a pointer.
    private final class Received {
        var bytes: [UInt8] = []
        let maximum: Int
        let isCancelled: () -> Bool
        let receive: ([UInt8]) -> Void

        init(
            maximum: Int,
            isCancelled: @escaping () -> Bool,
            receive: @escaping ([UInt8]) -> Void
        ) {
            self.maximum = maximum
            self.isCancelled = isCancelled
            self.receive = receive
        }
    }

    private let request: FetchRequest
    private let socket: SocketPath
    private let handle: UnsafeMutableRawPointer?

    init(_ request: FetchRequest, over handle: UnsafeMutableRawPointer?) {
        self.request = request
        socket = SocketPath(request.unixSocket)
        self.handle = handle
        // Options go, and open connections stay.
        if let handle { curl_easy_reset(handle) }
    }

    consuming func perform(
        isCancelled: @escaping () -> Bool,
        receive: @escaping ([UInt8]) -> Void
    ) throws(FetchError) -> FetchResponse {
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for header in request.headers {
            headers = curl_slist_append(headers, "\(header.name): \(header.value)")
        }
        let received = Received(
            maximum: request.maximumBytes,
            isCancelled: isCancelled,
            receive: receive
        )
        set(CURLOPT_NOSIGNAL, to: 1)
        set(CURLOPT_TIMEOUT, to: request.timeout)
        if request.patience > 0 {
            set(CURLOPT_LOW_SPEED_LIMIT, to: 1)
            set(CURLOPT_LOW_SPEED_TIME, to: request.patience)
        }
        set(CURLOPT_CONNECTTIMEOUT, to: request.connectTimeout)
        set(CURLOPT_URL, to: request.url)
        set(CURLOPT_CUSTOMREQUEST, to: request.method)
        set(CURLOPT_PROTOCOLS_STR, to: "http,https")
        // Any compression that libcurl supports; the size limit applies to the decompressed response.
        set(CURLOPT_ACCEPT_ENCODING, to: "")
        if request.trustsAnyCertificate {
            set(CURLOPT_SSL_VERIFYPEER, to: 0)
            set(CURLOPT_SSL_VERIFYHOST, to: 0)
        }
        if request.maximumRedirects > 0 {
            set(CURLOPT_FOLLOWLOCATION, to: 1)
            set(CURLOPT_MAXREDIRS, to: request.maximumRedirects)
            set(CURLOPT_REDIR_PROTOCOLS_STR, to: "http,https")
        }
        if request.isOnlyPublic {
            set(CURLOPT_PROXY, to: "")
            _ = omena_curl_set_open_socket(handle) { _, _, address in
                guard let address, PublicAddress.isPublic(omena_curl_address(address)) else {
                    return CURL_SOCKET_BAD
                }
                let family = address.pointee.family
                return Glibc.socket(
                    family,
                    address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                    address.pointee.protocol
                )
            }
        }
        if let path = socket.text { set(CURLOPT_UNIX_SOCKET_PATH, to: path) }
        if !request.body.isEmpty {
            set(CURLOPT_POSTFIELDSIZE, to: request.body.count)
            // libcurl copies the body, so that the pointer need not outlive the call.
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
                let piece = Array(UnsafeRawBufferPointer(start: bytes, count: size * count))
                received.bytes += piece
                received.receive(piece)
                return size * count
            },
            Unmanaged.passUnretained(received).toOpaque()
        )
        _ = omena_curl_set_progress(
            handle,
            { context, _, _, _, _ in
                guard let context else { return 0 }
                let received = Unmanaged<Received>.fromOpaque(context).takeUnretainedValue()
                return received.isCancelled() ? 1 : 0
            },
            Unmanaged.passUnretained(received).toOpaque()
        )
        let code = withExtendedLifetime(received) { curl_easy_perform(handle) }
        switch code {
        case CURLE_OK: break
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: throw .unreachable
        case CURLE_OPERATION_TIMEDOUT: throw .timedOut
        case CURLE_WRITE_ERROR: throw .tooLong
        case CURLE_ABORTED_BY_CALLBACK: throw .cancelled
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            throw .brokenOff
        case CURLE_PEER_FAILED_VERIFICATION:
            throw .untrusted(String(cString: curl_easy_strerror(code)))
        default: throw .failed(String(cString: curl_easy_strerror(code)))
        }
        var status = 0
        _ = omena_curl_get_status(handle, &status)
        var retryAfter: curl_off_t = 0
        _ = omena_curl_get_retry_after(handle, &retryAfter)
        return FetchResponse(
            status: status,
            body: received.bytes,
            retryAfter: Int(retryAfter)
        )
    }

    private func set(_ option: CURLoption, to value: Int) {
        _ = omena_curl_set_long(handle, option, value)
    }

    private func set(_ option: CURLoption, to value: String) {
        _ = omena_curl_set_text(handle, option, value)
    }
}
