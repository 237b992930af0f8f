extension HeaderBytes {
    /// The dimensions of a picture; nil if its header lacks them.
    func pixels(of format: MediaFormat) -> (width: Int, height: Int)? {
        switch format {
        case .png: pixelsOfPNG
        case .jpeg: pixelsOfJPEG
        case .gif: pixelsOfGIF
        case .webp: pixelsOfWebP
        case .avif: pixelsOfAVIF
        case .mp3, .ogg, .wav, .m4a, .aac, .flac, .webm: nil
        }
    }

    private var pixelsOfPNG: (width: Int, height: Int)? {
        guard big(4, at: 8) == 13, has("IHDR", at: 12), let width = big(4, at: 16),
            let height = big(4, at: 20), let depth = byte(at: 24), let colour = byte(at: 25),
            [1, 2, 4, 8, 16].contains(depth), [0, 2, 3, 4, 6].contains(colour)
        else { return nil }
        return (width, height)
    }

    /// The size is in the first frame header, after segments that each begin with their length.
    private var pixelsOfJPEG: (width: Int, height: Int)? {
        var position = 2
        while byte(at: position) == 0xFF, let mark = byte(at: position + 1) {
            switch mark {
            case 0xFF: position += 1
            case 0x01, 0xD0...0xD7: position += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = big(2, at: position + 5), let width = big(2, at: position + 7)
                else {
                    return nil
                }
                return (width, height)
            case 0x00, 0xD8, 0xD9, 0xDA: return nil
            default:
                guard let length = big(2, at: position + 2), length >= 2 else { return nil }
                position += 2 + length
            }
        }
        return nil
    }

    /// After the header and palette there must be an image or an extension block.
    private var pixelsOfGIF: (width: Int, height: Int)? {
        guard let width = little(2, at: 6), let height = little(2, at: 8),
            let flags = byte(at: 10)
        else { return nil }
        let colours = flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
        guard let block = byte(at: 13 + colours), block == 0x21 || block == 0x2C else { return nil }
        return (width, height)
    }

    private var pixelsOfWebP: (width: Int, height: Int)? {
        switch letters(at: 12) {
        case "VP8X":
            guard let width = little(3, at: 24), let height = little(3, at: 27) else { return nil }
            return (width + 1, height + 1)
        case "VP8L":
            guard byte(at: 20) == 0x2F, let bits = little(4, at: 21) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ":
            guard has([0x9D, 0x01, 0x2A], at: 23), let width = little(2, at: 26),
                let height = little(2, at: 28)
            else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        default: return nil
        }
    }

    /// The largest size among its items.
    private var pixelsOfAVIF: (width: Int, height: Int)? {
        guard let meta = box("meta", in: 0..<count),
            let properties = box("iprp", in: meta.dropFirst(4)),
            let list = box("ipco", in: properties)
        else { return nil }
        let sizes = boxes(in: list).filter { $0.name == "ispe" }.compactMap { size in
            let position = size.content.lowerBound + 4
            return big(4, at: position).flatMap { width in
                big(4, at: position + 4).map { (width: width, height: $0) }
            }
        }
        return sizes.max {
            Double($0.width) * Double($0.height) < Double($1.width) * Double($1.height)
        }
    }
}
