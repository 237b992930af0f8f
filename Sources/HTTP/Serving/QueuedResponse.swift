internal import CMicrohttpd
internal import Glibc

/// A response as libmicrohttpd has it, which can be queued once.
struct QueuedResponse: ~Copyable {
    /// Nil where there was no memory or descriptor for it; then the connection ends without a response.
    private let response: OpaquePointer?
    let status: Status

    /// - Parameter pipe: Carries the bytes of a stream.
    init(_ response: Response, pipe: Pipe? = nil, isLast: Bool) {
        status = response.status
        self.response = Self.make(response.body, pipe: pipe, size: response.streamSize)
        for field in response.headers.fields { add(field.name, field.value) }
        if isLast { add("Connection", "close") }
    }

    deinit {
        if let response { MHD_destroy_response(response) }
    }

    /// Queues it; false where that fails.
    consuming func queue(on connection: OpaquePointer) -> Bool {
        guard let response else { return false }
        return MHD_queue_response(connection, UInt32(status.rawValue), response) == .YES
    }

    private func add(_ name: String, _ value: String) {
        guard let response else { return }
        // Swift copies strings that are arguments of C functions, but not these.
        let isAdded = name.withCString { name in
            value.withCString { MHD_add_response_header(response, name, $0) == .YES }
        }
        if isAdded { return }
        // A control character would end the line.
        let escaped = String(
            String.UnicodeScalarView(value.unicodeScalars.map { $0.value < 0x20 ? " " : $0 })
        )
        _ = MHD_add_response_header(response, name, escaped)
    }

    private static func make(
        _ body: Response.Body,
        pipe: Pipe?,
        size: Int?
    ) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes), .gzipped(let bytes):
            return bytes.count < 128 << 10 ? copy(bytes) : retain(bytes)
        case .file(let file, let range):
            // libmicrohttpd closes this descriptor.
            let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { return nil }
            let response = MHD_create_response_from_fd_at_offset64(
                UInt64(range.count),
                descriptor,
                UInt64(range.lowerBound)
            )
            if response == nil { close(descriptor) }
            return response
        case .stream:
            // HEAD is answered without one.
            guard let pipe else {
                return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
            }
            return MHD_create_response_from_callback(
                size.map { UInt64($0) } ?? omena_mhd_size_unknown,
                16 << 10,
                { context, _, buffer, size in
                    QueuedResponse.object(context, as: Pipe.self)?.read(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: size)
                    )
                        ?? omena_mhd_end_with_error
                },
                Unmanaged.passRetained(pipe).toOpaque(),
                { context in
                    guard let context else { return }
                    Unmanaged<Pipe>.fromOpaque(context).takeRetainedValue().close()
                }
            )
        }
    }

    private static func copy(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            // The memory is only read, though C's prototype does not say so.
            MHD_create_response_from_buffer(
                buffer.count,
                UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
    }

    /// Sends a large body from where it lies, so that it is never in memory twice.
    private static func retain(_ bytes: [UInt8]) -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64(bytes.count),
            64 << 10,
            { context, position, buffer, size in
                guard let bytes = QueuedResponse.object(context, as: RetainedBytes.self)?.bytes,
                    let buffer
                else {
                    return omena_mhd_end_with_error
                }
                let part = bytes.dropFirst(Int(position)).prefix(size)
                UnsafeMutableRawBufferPointer(start: buffer, count: size).copyBytes(from: part)
                return part.count
            },
            Unmanaged.passRetained(RetainedBytes(bytes)).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<RetainedBytes>.fromOpaque(context).release()
            }
        )
    }

    private static func object<Object: AnyObject>(
        _ context: UnsafeMutableRawPointer?,
        as type: Object.Type
    ) -> Object? {
        context.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }
}

private final class RetainedBytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
