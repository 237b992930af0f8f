internal import CCurl
internal import Glibc

/// One transfer by libcurl over a handle that outlives it.
struct Transfer: ~Copyable {
    /// The state that libcurl's callbacks access through a pointer.
    final class Progress {
        private(set) var bytes: [UInt8] = []
        private var count = 0
        private let maximum: Int
        private let keepsBody: Bool
        let isUploading: Bool
        private let upload: () throws -> [UInt8]?
        /// What is left of the last piece of the upload.
        private var rest: ArraySlice<UInt8> = []
        let isCancelled: () -> Bool
        private let receive: (UnsafeRawBufferPointer) throws -> Void

        init(
            _ request: FetchRequest,
            upload: (() throws -> [UInt8]?)?,
            isCancelled: @escaping () -> Bool,
            receive: @escaping (UnsafeRawBufferPointer) throws -> Void
        ) {
            maximum = request.maximumBytes
            keepsBody = request.keepsBody
            isUploading = upload != nil
            self.upload = upload ?? { nil }
            self.isCancelled = isCancelled
            self.receive = receive
        }

        /// False if there are too many bytes, or the caller does not want them.
        func take(_ piece: UnsafeRawBufferPointer) -> Bool {
            count += piece.count
            guard count <= maximum else { return false }
            if keepsBody { bytes += piece }
            return (try? receive(piece)) != nil
        }

        /// Puts the next bytes to upload into a buffer, none at the end; nil if the caller has failed.
        func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            if rest.isEmpty {
                do {
                    rest = try upload()?[...] ?? []
                } catch {
                    return nil
                }
            }
            let next = rest.prefix(buffer.count)
            buffer.copyBytes(from: next)
            rest.removeFirst(next.count)
            return next.count
        }

        fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> Progress? {
            context.map { Unmanaged<Progress>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    private static let bufferSize = 256 << 10

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

    consuming func perform(_ progress: Progress) throws(FetchError) -> FetchResponse {
        var headers: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(headers) }
        for header in request.headers {
            headers = curl_slist_append(headers, "\(header.name): \(header.value)")
        }
        let context = Unmanaged.passUnretained(progress).toOpaque()
        set(CURLOPT_NOSIGNAL, to: 1)
        set(CURLOPT_TIMEOUT, to: request.timeout)
        if request.patience > 0 {
            set(CURLOPT_LOW_SPEED_LIMIT, to: 1)
            set(CURLOPT_LOW_SPEED_TIME, to: request.patience)
        }
        set(CURLOPT_CONNECTTIMEOUT, to: request.connectTimeout)
        set(CURLOPT_URL, to: request.url)
        set(CURLOPT_CUSTOMREQUEST, to: request.method)
        set(CURLOPT_BUFFERSIZE, to: Self.bufferSize)
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
        if progress.isUploading {
            set(CURLOPT_UPLOAD, to: 1)
            set(CURLOPT_UPLOAD_BUFFERSIZE, to: Self.bufferSize)
            let read: omena_curl_read = { bytes, size, count, context in
                let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return Progress.of(context)?.fill(buffer) ?? Int(CURL_READFUNC_ABORT)
            }
            _ = omena_curl_set_read(handle, read, context)
        }
        _ = omena_curl_set_write(
            handle,
            { bytes, size, count, context in
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                return Progress.of(context)?.take(piece) == true ? piece.count : 0
            },
            context
        )
        _ = omena_curl_set_progress(
            handle,
            { context, _, _, _, _ in Progress.of(context)?.isCancelled() == true ? 1 : 0 },
            context
        )
        let code = withExtendedLifetime(progress) { curl_easy_perform(handle) }
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
            body: progress.bytes,
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
