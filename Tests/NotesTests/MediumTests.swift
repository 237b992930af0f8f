import Notes
import Testing

struct MediumTests {
    @Test(arguments: SampleMedium.all)
    func determinesTheFormat(_ sample: SampleMedium) throws {
        #expect(try Medium(sample.bytes).format == sample.format)
        #expect(MediaFormat(of: sample.bytes) == sample.format)
    }

    @Test(arguments: SampleMedium.all)
    func refusesTruncatedHeaders(_ sample: SampleMedium) {
        for count in 0..<sample.headerSize {
            #expect(throws: MediaFlaw.self) { try Medium(Array(sample.bytes.prefix(count))) }
        }
    }

    @Test(
        arguments: [
            ([], .empty),
            (Array("plain words".utf8), .unknown),
            (Array("\u{FEFF} <svg xmlns=\"http://www.w3.org/2000/svg\"><script>".utf8), .markup),
            (Array("<!doctype html><script>alert(1)</script>".utf8), .markup),
            (Array("GIF89a/*\u{1}\u{1}=1;alert(1)//".utf8), .damaged(.gif)),
            ([0xFF, 0xD8, 0xFF, 0xE0] + Array("<script>alert(1)</script>".utf8), .damaged(.jpeg)),
            (SampleMedium.box("ftyp", Array("heic\0\0\0\0mif1".utf8)), .heic),
            (SampleMedium.film, .video),
            (SampleMedium.png(width: 20_000, height: 20_000), .tooManyPixels),
            (SampleMedium.png(width: 0, height: 5), .damaged(.png)),
        ] as [([UInt8], MediaFlaw)]
    )
    func reportsWhyAFileIsRefused(_ bytes: [UInt8], _ flaw: MediaFlaw) {
        #expect(throws: flaw) { try Medium(bytes) }
    }

    @Test func refusesLargeFiles() {
        let bytes =
            SampleMedium.png(width: 1, height: 1)
            + [UInt8](repeating: 0, count: Medium.maximumSize)

        let flaw = #expect(throws: MediaFlaw.self) { try Medium(bytes) }

        #expect(
            flaw?.description
                == "This file is too large. Pictures and sounds can have at most 20 MB."
        )
    }
}

/// Minimal pictures and sounds.
struct SampleMedium: Sendable, CustomTestStringConvertible {
    let format: MediaFormat
    let bytes: [UInt8]
    /// The size of the header, without which it is refused.
    let headerSize: Int
    var testDescription: String { format.name }

    init(_ format: MediaFormat, _ bytes: [UInt8], headerSize: Int? = nil) {
        self.format = format
        self.bytes = bytes
        self.headerSize = headerSize ?? bytes.count
    }

    static let all: [SampleMedium] = [
        SampleMedium(.png, png(width: 3, height: 2) + [1, 2, 3, 4], headerSize: 26),
        SampleMedium(
            .jpeg,
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC2, 0, 17, 8, 0, 2, 0, 3]
        ),
        SampleMedium(.gif, Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0, 0x2C]),
        SampleMedium(
            .webp,
            Array("RIFF\0\0\0\0WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0]
        ),
        SampleMedium(
            .webp,
            Array("RIFF\0\0\0\0WEBPVP8L".utf8) + [9, 0, 0, 0, 0x2F, 2, 0x40, 0, 0]
        ),
        SampleMedium(
            .webp,
            Array("RIFF\0\0\0\0WEBPVP8 ".utf8)
                + [9, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 3, 0, 2, 0]
        ),
        SampleMedium(
            .avif,
            box("ftyp", Array("avif\0\0\0\0mif1".utf8))
                + box(
                    "meta",
                    [0, 0, 0, 0]
                        + box(
                            "iprp",
                            box("ipco", box("ispe", [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 2]))
                        )
                )
        ),
        SampleMedium(.mp3, frameOfMP3 + frameOfMP3, headerSize: 417),
        SampleMedium(
            .mp3,
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 3, 1, 2, 3] + frameOfMP3,
            headerSize: 430
        ),
        SampleMedium(.aac, [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0xAA]),
        SampleMedium(
            .ogg,
            Array("OggS".utf8) + [0, 2] + Array(repeating: 0, count: 20) + [1, 19]
                + Array("OpusHead".utf8)
        ),
        SampleMedium(
            .wav,
            Array("RIFF\0\0\0\0WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0]
        ),
        SampleMedium(.flac, Array("fLaC".utf8) + [0, 0, 0, 34]),
        SampleMedium(.m4a, box("ftyp", Array("M4A \0\0\0\0isom".utf8)) + moov("soun")),
        SampleMedium(.webm, webm(trackType: 2)),
    ]

    static let film = box("ftyp", Array("isom\0\0\0\0".utf8)) + moov("soun", "vide")

    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + big(width) + big(height) + [8, 2, 0, 0, 0]
    }

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(UInt32(content.count + 8)) + Array(name.utf8) + content
    }

    private static func moov(_ tracks: String...) -> [UInt8] {
        box(
            "moov",
            tracks.flatMap { track in
                let name: [UInt8] = Array(repeating: 0, count: 8) + Array(track.utf8)
                return box("trak", box("mdia", box("hdlr", name)))
            }
        )
    }

    /// A frame of 128 kbit/s and 44.1 kHz: 417 bytes.
    private static let frameOfMP3: [UInt8] =
        [0xFF, 0xFB, 0x90, 0x00] + Array(repeating: 0, count: 413)

    /// With a segment of unknown length, as browsers record it.
    private static func webm(trackType: UInt8) -> [UInt8] {
        [0x1A, 0x45, 0xDF, 0xA3, 0x87, 0x42, 0x82, 0x84] + Array("webm".utf8)
            + [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            + [0xEC, 0x80, 0x16, 0x54, 0xAE, 0x6B, 0x85, 0xAE, 0x83, 0x83, 0x81, trackType]
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
