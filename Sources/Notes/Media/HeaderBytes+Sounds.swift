extension HeaderBytes {
    /// The format that the header of a sound shows.
    enum Sounding {
        case sound
        /// The container may also hold video.
        case moving
        case nothing
    }

    func sound(of format: MediaFormat) -> Sounding {
        switch format {
        case .mp3: has(isMP3)
        case .aac: has(isFrames(from: 0, of: frameOfAAC))
        case .wav: has(isWAV)
        case .flac: has(byte(at: 4).map { $0 & 0x7F } == 0 && big(3, at: 5) == 34)
        case .ogg: soundOfOgg
        case .m4a: sounding(tracks, sound: "soun", moving: "vide")
        case .webm: sounding(trackTypes, sound: 2, moving: 1)
        case .png, .jpeg, .gif, .webp, .avif: .nothing
        }
    }

    private func has(_ isThere: Bool) -> Sounding { isThere ? .sound : .nothing }

    private func sounding<Track: Equatable>(
        _ tracks: [Track],
        sound: Track,
        moving: Track
    ) -> Sounding {
        if tracks.contains(moving) { return .moving }
        return has(tracks.contains(sound))
    }

    // MARK: - Frames

    func isFrameOfMP3(at place: Int) -> Bool { frameOfMP3(at: place) != nil }

    func isFrameOfAAC(at place: Int) -> Bool { frameOfAAC(at: place) != nil }

    private var isMP3: Bool {
        var place = 0
        if has("ID3", at: 0) {
            let digits = (6..<10).compactMap { byte(at: $0) }
            guard digits.count == 4, digits.allSatisfy({ $0 < 0x80 }) else { return false }
            let isFooted = byte(at: 5).map { $0 & 0x10 != 0 } ?? false
            place = 10 + digits.reduce(0) { $0 << 7 | $1 } + (isFooted ? 10 : 0)
        }
        // Some programs write padding after the tags.
        let end = min(count, place + 65_536)
        while place < end, byte(at: place) == 0 { place += 1 }
        return isFrames(from: place, of: frameOfMP3)
    }

    /// Whether a frame begins there, followed by another one or the end.
    private func isFrames(from place: Int, of length: (Int) -> Int?) -> Bool {
        guard let first = length(place), place + first <= count else { return false }
        return place + first == count || length(place + first) != nil
            || has("TAG", at: place + first)
    }

    /// The length of an MPEG layer III frame; nil if there is none.
    private func frameOfMP3(at place: Int) -> Int? {
        guard let mark = big(2, at: place), mark & 0xFFE0 == 0xFFE0, mark >> 1 & 3 == 1,
            let coding = byte(at: place + 2)
        else { return nil }
        let version = mark >> 3 & 3
        let rates = [44_100, 48_000, 32_000]
        let (speed, rate) = (coding >> 4, coding >> 2 & 3)
        guard version != 1, (1...14).contains(speed), rate < 3 else { return nil }
        let first = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let second = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let isFirst = version == 3
        let hertz = rates[rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        let bits = (isFirst ? first : second)[speed - 1] * 1_000
        return (isFirst ? 144 : 72) * bits / hertz + coding >> 1 & 1
    }

    private func frameOfAAC(at place: Int) -> Int? {
        guard let mark = big(2, at: place), mark & 0xFFF6 == 0xFFF0,
            let coding = byte(at: place + 2), coding >> 2 & 15 < 13,
            let bits = big(3, at: place + 3)
        else { return nil }
        let length = bits >> 5 & 0x1FFF
        return length >= 7 ? length : nil
    }

    // MARK: - Parts

    private var isWAV: Bool {
        var place = 12
        for _ in 0..<100 {
            guard let length = little(4, at: place + 4) else { return false }
            if has("fmt ", at: place) {
                guard let channels = little(2, at: place + 10), let rate = little(4, at: place + 12)
                else { return false }
                return length >= 16 && (1...32).contains(channels) && rate > 0
            }
            place += 8 + length + length & 1
        }
        return false
    }

    /// The first packet of a stream identifies its codec.
    private var soundOfOgg: Sounding {
        guard byte(at: 4) == 0, let flags = byte(at: 5), flags & 2 != 0, let parts = byte(at: 26)
        else { return .nothing }
        let start = 27 + parts
        if has([0x80] + Array("theora".utf8), at: start) { return .moving }
        let isSound =
            has("OpusHead", at: start) || has([1] + Array("vorbis".utf8), at: start)
            || has([0x7F] + Array("FLAC".utf8), at: start) || has("Speex   ", at: start)
        return has(isSound)
    }
}
