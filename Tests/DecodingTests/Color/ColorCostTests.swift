import CLinux
import DecoderWire
import Pixels
import Testing

@testable import ColorManagement
@testable import Decoding

/// Tests of the number of colour conversions that are opened.
struct ColorCostTests: ColorComparing {
  @Test func `an sRGB profile of any form needs no conversion`() {
    for profile in [TestProfile.standard.bytes, TestProfile.standard.modernBytes] {
      let conversions = ColorConversionCache()
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(profile))
      let got = decode(jpeg, conversions: conversions)
      #expect(got.info?.profile == "Some sRGB")
      #expect(conversions.openedProfileCount == 0)
      #expect(error(jpeg) { $0 } == 0)
      #expect(error(jpeg, .display(digest: 3), display: profile) { $0 } == 0)
    }
  }

  @Test func `pictures of the same colours open their profile once`() {
    let conversions = ColorConversionCache()
    let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(TestProfile.adobe.bytes))
    let png = TaggedSamples.png([TaggedSamples.profileChunk(TestProfile.adobe.bytes)])
    for bytes in [jpeg, png, jpeg] { _ = decode(bytes, conversions: conversions) }
    #expect(conversions.openedProfileCount == 1)
    _ = decode(
      jpeg, .display(digest: 9), display: TestProfile.swapped.bytes, conversions: conversions)
    _ = decode(
      png, .display(digest: 9), display: TestProfile.swapped.bytes, conversions: conversions)
    #expect(conversions.openedProfileCount == 3)
  }

  @Test func `regions of pictures of the same colours open their profile once`() {
    let conversions = ColorConversionCache()
    let png = TaggedSamples.png([TaggedSamples.profileChunk(TestProfile.adobe.bytes)])
    let size = PixelSize(width: TaggedSamples.width, height: TaggedSamples.height)
    for _ in 0..<2 {
      let file = DecodedPicture.memory(holding: png)
      defer { close(file) }
      let request = DecodeRequest(
        id: 5, kind: .region, target: size, region: RegionRequest(whole: size, x: 0, y: 0))
      let (reply, descriptor) = PictureDecoder.decode(
        request, file: file, conversions: conversions)
      #expect(DecodedPicture(reply, descriptor: descriptor).pixels?.size == size)
    }
    #expect(conversions.openedProfileCount == 1)
  }
}
