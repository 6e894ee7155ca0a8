import CLinux
import DecoderWire
import Decoding
import Geometry
import Pixels
import Testing

/// Tests that the colours of a picture are the same in a page, a thumbnail and a preview.
struct ColorPurposeTests: ColorComparing {
  @Test func `a page, a thumbnail and a preview have the same colours`() throws {
    let profile = TaggedSamples.segments(TestProfile.swapped.bytes)
    // The preview has flat areas, so that differences of scaling do not matter.
    let preview = Samples.jpeg(16, 12)
    for orientation in [Orientation.up, .right] {
      let exif = Samples.exif(orientation, thumbnail: preview)
      let body: [UInt8] = Array("Exif\0\0".utf8) + exif
      let note = [0xFF, 0xE1] + Samples.big16(body.count + 2) + body
      let jpeg = TaggedSamples.spliced(Samples.jpeg(160, 120), [note] + profile)
      let box = PixelSize(width: 40, height: 40)
      let answers = [
        decode(jpeg), decode(jpeg, .standard, target: box), decode(jpeg, .standard, .embedded),
        decode(jpeg, .standard, .preview), decode(jpeg, .standard, .thumbnail, target: box),
      ]
      let colors = try answers.map { answer in
        let pixels = try #require(answer.pixels)
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
          pixels.pixel(x: pixels.size.width * x / 4, y: pixels.size.height * y / 4)
        }
      }
      let own = try #require(decode(jpeg, .untouched).pixels)
      let corner = own.pixel(x: own.size.width / 4, y: own.size.height / 4)
      #expect(colors[0][0].distance(from: TestProfile.swapped.converted(corner)) <= 1)
      for other in colors.dropFirst() {
        #expect(zip(colors[0], other).allSatisfy { $0.distance(from: $1) <= 3 })
      }
    }
  }

  @Test func `the frames of an animation have the colours of its first picture`() throws {
    let display = TestProfile.swapped
    let file = DecodedPicture.memory(holding: Samples.gif(1, 1, frames: 2))
    let profile = DecodedPicture.memory(holding: display.bytes)
    let memory = DecodedPicture.memory(holding: [UInt8](repeating: 0, count: 4096))
    defer { for descriptor in [file, profile, memory] { close(descriptor) } }
    var request = DecodeRequest(id: 5, kind: .frames, target: .zero, memoryCapacity: 4096)
    request.color = .display(digest: 1)
    request.frames = FrameRequest(animationID: 1, firstIndex: 0, count: 2)
    let (reply, _) = FrameSessions().answer(
      request, file: file, memoryDescriptor: memory, profile: profile)
    guard case .frames(_, let batch) = reply.result, batch.layout.usesRequestMemory else {
      Issue.record("no frames")
      return
    }
    #expect(batch.durationsMilliseconds.count == 2)
    let red = TestProfile.standard.converted(0xFFDC_1414, to: display)
    for frame in batch.durationsMilliseconds.indices {
      var pixel: UInt32 = 0
      #expect(pread(memory, &pixel, 4, frame * batch.layout.byteCount) == 4)
      #expect(pixel.distance(from: red) <= 1)
    }
  }
}
