import Geometry
import Pixels
import TestSupport
import Testing

@testable import Resampling

@Suite(.tags(.seeded)) struct EnlargementTests {
  @Test(.enabled(if: Enlargement.supportsAVX2))
  func `vectors of 32 and of 16 bytes give equal pixels at every width`() {
    var random = SeededGenerator(seed: 5)
    let picture = Bitmap(size: PixelSize(width: 37, height: 23), isOpaque: false) { memory, _ in
      for i in memory.indices { memory[i] = UInt8.random(in: 0...255, using: &random) }
    }
    for width in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 95] {
      func axis() -> Enlargement.AxisMapping {
        Enlargement.AxisMapping(
          step: Int.random(in: 1...65536, using: &random),
          start: Int.random(in: -9 << 16...30 << 16, using: &random))
      }
      let (across, down) = (axis(), axis())
      let pictures = [true, false].map { usesAVX2 in
        Bitmap(size: PixelSize(width: width + 5, height: 41), isOpaque: false) { memory, stride in
          guard let bytes = memory.baseAddress else { return }
          let size = PixelSize(width: width + 5, height: 41)
          Enlargement(across: across, down: down, usesAVX2: usesAVX2).run(
            PixelView(picture), into: PixelBuffer(size: size, stride: stride, bytes: bytes),
            columns: 3..<(3 + width), rows: 1..<40)
        }
      }
      #expect(pictures[0].isSame(as: pictures[1]), "\(width) \(across) \(down)")
    }
  }
}
