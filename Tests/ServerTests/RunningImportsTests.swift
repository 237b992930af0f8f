import Testing

@testable import Server

struct RunningImportsTests {
    private let imports = RunningImports()

    @Test func aRunningImportIsStopped() {
        imports.begin("a")
        imports.begin("b")

        #expect(imports.stop("a"))

        #expect(imports.isStopped("a"))
        #expect(!imports.isStopped("b"))
    }

    @Test func anImportStoppedBeforeItsFileArrivedEndsAtOnce() {
        #expect(!imports.stop("a"))

        imports.begin("a")

        #expect(imports.isStopped("a"))
    }

    @Test func forgetsAnImportThatHasEnded() {
        imports.begin("a")
        _ = imports.stop("a")

        imports.end("a")

        #expect(!imports.isStopped("a"))
        #expect(!imports.stop("a"))
    }

    @Test func remembersOnlySoManyStops() {
        for number in 0..<1_000 { _ = imports.stop("\(number)") }

        #expect(!imports.isStopped("0"))
        #expect(imports.isStopped("999"))
    }
}
