internal import Glibc
import RecallTraining

/// A review log on disk, and the calendar of its days.
struct ReviewLogFile {
    private let path: String
    private let calendar: ReviewCalendar

    private static let bufferSize = 1 << 14

    /// Takes `--log`, `--rollover` and `--timezone`; nil without `--log`.
    init?(_ arguments: inout Arguments) throws(Failure) {
        let path = try arguments.value(of: "--log")
        let rollover = try arguments.value(of: "--rollover")
        let timeZone = try arguments.value(of: "--timezone")
        guard let path else {
            guard rollover == nil, timeZone == nil else {
                throw .usage("--rollover and --timezone require --log; a library has its own days")
            }
            return nil
        }
        guard !path.isEmpty else { throw .usage("--log needs the name of a file") }
        self.path = path
        calendar = try ReviewCalendar(rollover: rollover, timeZone: timeZone)
    }

    func read() throws(Failure) -> ReviewLog {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        var progress = ProgressBar("Reading", total: Int(status.st_size))
        defer { progress.finish() }

        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.bufferSize,
            alignment: 16
        )
        defer { buffer.deallocate() }
        var reader = ReviewLogReader(expecting: Int(status.st_size), day: calendar.days())
        while let bytes = try next(of: descriptor, into: buffer) {
            do throws(ReviewLogError) { try reader.read(bytes) } catch { throw failure(error) }
            progress.advance(by: bytes.count)
        }
        let log: ReviewLog
        do throws(ReviewLogError) { log = try reader.finish() } catch { throw failure(error) }
        guard log.count > 0 else { throw Failure("\(path) contains no reviews") }
        return log
    }

    private func next(
        of descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(Failure) -> UnsafeRawBufferPointer? {
        var count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        while count < 0 && errno == EINTR {
            count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
        guard count >= 0 else { throw unreadable }
        return count == 0 ? nil : UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    private func failure(_ error: ReviewLogError) -> Failure { Failure("\(path), \(error)") }

    private var unreadable: Failure {
        Failure("cannot read \(path); check its name and permissions")
    }
}
