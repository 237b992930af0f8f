import Testing

@testable import AnkiConnect

struct ConnectRequestTests {
    @Test func oldVersionsGetBareResults() throws {
        let request = try ConnectRequest(json: Array(#"{"action": "version"}"#.utf8))

        #expect(request.reply(.success(6)) == 6)
    }
}
