extension HeaderBytes {
    /// What the header shows of a container that may contain sound or video.
    enum SoundContent {
        case sound, video, none
    }

    func sound(of format: MediaFormat) -> SoundContent {
        switch format {
        case .mp3: sound(isMP3)
        case .aac: sound(isFrames(from: 0, of: frameOfAAC))
        case .wav: sound(isWAV)
        case .flac: sound(byte(at: 4).map { $0 & 0x7F } == 0 && big(3, at: 5) == 34)
        case .ogg: soundOfOgg
        case .m4a: content(tracks, sound: "soun", video: "vide")
        case .webm: content(trackTypes, sound: 2, video: 1)
        case .png, .jpeg, .gif, .webp, .avif: .none
        }
    }

    private func sound(_ isPresent: Bool) -> SoundContent { isPresent ? .sound : .none }

    private func content<Track: Equatable>(
        _ tracks: [Track],
        sound: Track,
        video: Track
    ) -> SoundContent {
        if tracks.contains(video) { return .video }
        return self.sound(tracks.contains(sound))
    }

    // MARK: - Frames

    private var isMP3: Bool {
        var position = 0
        if has("ID3", at: 0) {
            let digits = (6..<10).compactMap { byte(at: $0) }
            guard digits.count == 4, digits.allSatisfy({ $0 < 0x80 }) else { return false }
            let isFooted = byte(at: 5).map { $0 & 0x10 != 0 } ?? false
            position = 10 + digits.reduce(0) { $0 << 7 | $1 } + (isFooted ? 10 : 0)
        }
        // Some programs write padding after the tags.
        let end = min(count, position + 65_536)
        while position < end, byte(at: position) == 0 { position += 1 }
        return isFrames(from: position, of: frameOfMP3)
    }

    /// Whether a frame begins there, followed by another one or the end.
    private func isFrames(from position: Int, of length: (Int) -> Int?) -> Bool {
        guard let first = length(position), position + first <= count else { return false }
        return position + first == count || length(position + first) != nil
            || has("TAG", at: position + first)
    }

    /// The length of an MPEG layer III frame; nil if there is none.
    func frameOfMP3(at position: Int) -> Int? {
        guard let mark = big(2, at: position), mark & 0xFFE0 == 0xFFE0, mark >> 1 & 3 == 1,
            let coding = byte(at: position + 2)
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

    /// The length of an AAC frame; nil if there is none.
    func frameOfAAC(at position: Int) -> Int? {
        guard let mark = big(2, at: position), mark & 0xFFF6 == 0xFFF0,
            let coding = byte(at: position + 2), coding >> 2 & 15 < 13,
            let bits = big(3, at: position + 3)
        else { return nil }
        let length = bits >> 5 & 0x1FFF
        return length >= 7 ? length : nil
    }

    // MARK: - Parts

    private var isWAV: Bool {
        var position = 12
        for _ in 0..<100 {
            guard let length = little(4, at: position + 4) else { return false }
            if has("fmt ", at: position) {
                guard let channels = little(2, at: position + 10),
                    let rate = little(4, at: position + 12)
                else { return false }
                return length >= 16 && (1...32).contains(channels) && rate > 0
            }
            position += 8 + length + length & 1
        }
        return false
    }

    /// The first packet of a stream identifies its codec.
    private var soundOfOgg: SoundContent {
        guard byte(at: 4) == 0, let flags = byte(at: 5), flags & 2 != 0, let parts = byte(at: 26)
        else { return .none }
        let start = 27 + parts
        if has([0x80] + Array("theora".utf8), at: start) { return .video }
        let isSound =
            has("OpusHead", at: start) || has([1] + Array("vorbis".utf8), at: start)
            || has([0x7F] + Array("FLAC".utf8), at: start) || has("Speex   ", at: start)
        return sound(isSound)
    }
}
