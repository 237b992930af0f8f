import Testing

@testable import Server

struct MediaTypeTests {
    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "image/png"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
            (Array("GIF89a".utf8), "image/gif"),
            (Array("RIFF....WEBPVP8 ".utf8), "image/webp"),
            (Array("RIFF....WAVEfmt ".utf8), "audio/wav"),
            (Array("OggS....".utf8), "audio/ogg"),
            (Array("ID3.....".utf8), "audio/mpeg"),
            (Array("....ftypM4A ".utf8), "audio/mp4"),
            (Array("....ftypisom".utf8), "video/mp4"),
            (Array("<svg onload=alert(1)>".utf8), "application/octet-stream"),
            (Array("<!doctype html><script>".utf8), "application/octet-stream"),
            ([], "application/octet-stream"),
        ] as [([UInt8], String)]
    )
    func goesByWhatTheBytesShow(bytes: [UInt8], name: String) {
        #expect(MediaType(of: bytes).name == name)
    }
}
