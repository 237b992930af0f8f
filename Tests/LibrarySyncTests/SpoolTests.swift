import TestFolder
import Testing
import Threads

@testable import Library

struct SpoolTests {
    private struct Failure: Error {}

    private let folder: TemporaryFolder
    private let spool: Spool

    init() throws {
        folder = try TemporaryFolder()
        spool = try Spool(path: folder.path("spool"), mostWaiting: 3)
    }

    private func rest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let next = try spool.next() { bytes += next }
        return bytes
    }

    @Test func bytesStayInOrderWhereverTheyWait() throws {
        for byte in 0..<4 as Range<UInt8> { try spool.append([byte]) }
        var read: [UInt8] = []
        for _ in 0..<2 { read += try #require(try spool.next()) }
        for byte in 4..<9 as Range<UInt8> { try spool.append([byte]) }
        spool.finish(with: .success(()))

        #expect(try read + rest() == Array(0..<9))
    }

    @Test func theReaderWaitsForTheWriter() throws {
        let writer = Thread { [spool] in
            for byte in 0..<200 as Range<UInt8> { try? spool.append([byte]) }
            spool.finish(with: .success(()))
        }

        #expect(try rest() == Array(0..<200))
        writer.join()
    }

    @Test func aTaskWaitsForTheWriterWithoutAThread() async throws {
        let pool = ThreadPool(threads: 1)

        let reader = Task(executorPreference: pool) { [spool] in
            var bytes: [UInt8] = []
            await spool.waitForNext()
            while let next = try spool.next() {
                bytes += next
                await spool.waitForNext()
            }
            return bytes
        }
        // On the reader's only thread.
        let writer = Task(executorPreference: pool) { [spool] in
            for byte in 0..<200 as Range<UInt8> {
                try spool.append([byte])
                await Task.yield()
            }
            spool.finish(with: .success(()))
        }

        try await writer.value
        #expect(try await reader.value == Array(0..<200))
        await pool.stop()
    }

    @Test func anErrorFollowsAllThatCameBefore() throws {
        try spool.append([1])
        spool.finish(with: .failure(Failure()))

        #expect(try spool.next() == [1])
        #expect(throws: Failure.self) { try spool.next() }
    }

    @Test func nothingIsAppendedOnceNobodyReads() throws {
        spool.cancel()

        #expect(throws: CancellationError.self) { try spool.append([1]) }
    }

    @Test func theFileHasNoName() throws {
        #expect(try folder.contents.isEmpty)
    }
}
