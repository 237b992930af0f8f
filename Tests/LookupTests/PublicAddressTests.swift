import Fetch
import Testing

/// Which addresses a program may have downloaded from without a permission for the learner's own network.
struct PublicAddressTests {
    @Test(
        arguments: [
            [8, 8, 8, 8], [1, 1, 1, 1], [172, 15, 0, 1], [172, 32, 0, 1], [192, 167, 1, 1],
            [100, 63, 0, 1], [100, 128, 0, 1], [223, 255, 255, 255],
        ] as [[UInt8]]
    )
    func addressesOfTheInternetArePublic(_ bytes: [UInt8]) {
        #expect(PublicAddress.isPublic(v4: bytes))
        #expect(PublicAddress.isPublic(v6: mapped(bytes)))
    }

    @Test(
        arguments: [
            [0, 0, 0, 0], [10, 1, 2, 3], [127, 0, 0, 1], [127, 255, 255, 255], [100, 64, 0, 1],
            [169, 254, 169, 254], [172, 16, 0, 1], [172, 31, 255, 255], [192, 168, 1, 1],
            [192, 0, 0, 8], [198, 18, 0, 1], [224, 0, 0, 1], [255, 255, 255, 255],
        ] as [[UInt8]]
    )
    func addressesOfThisNetworkAreNot(_ bytes: [UInt8]) {
        #expect(!PublicAddress.isPublic(v4: bytes))
        #expect(!PublicAddress.isPublic(v6: mapped(bytes)))
    }

    @Test(arguments: [
        ("::", false), ("::1", false), ("fe80::1", false), ("fd00::1", false), ("ff02::1", false),
        ("2001:db8::1", false), ("2606:4700::1", true), ("2002:7f00:1::", false),
        ("64:ff9b::a00:1", false), ("64:ff9b::808:808", true),
    ])
    func addressesWithColonsAreToldApart(_ text: String, _ isPublic: Bool) {
        #expect(PublicAddress.isPublic(v6: bytes(text)) == isPublic)
    }

    private func mapped(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
    }

    private func bytes(_ text: String) -> [UInt8] {
        func words(_ part: Substring) -> [UInt16] {
            part.split(separator: ":").compactMap { UInt16($0, radix: 16) }
        }
        let parts = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let (start, end) = (words(parts[0]), words(parts[1]))
        let zeros = [UInt16](repeating: 0, count: 8 - start.count - end.count)
        return (start + zeros + end).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
}
