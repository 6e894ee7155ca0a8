import Testing

@testable import Resampling

struct RowCopyTests {
  @Test(arguments: [0, 1 << 30])
  func `rows are copied as they are, and nothing beside them`(frameBytes: Int) {
    for width in [0, 1, 15, 16, 63, 64, 65, 200] {
      for start in [0, 1, 7, 16] {
        let (rows, sourceStride, targetStride) = (3, 211, 257)
        let source = (0..<rows * sourceStride).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
        var target = [UInt8](repeating: 0xEE, count: start + rows * targetStride)
        source.withUnsafeBytes { from in
          target.withUnsafeMutableBytes { to in
            guard let from = from.baseAddress, let to = to.baseAddress else { return }
            RowCopy.copy(
              rows: rows, width: width, from: from, stride: sourceStride, to: to + start,
              stride: targetStride, frameBytes: frameBytes)
          }
        }
        for (index, byte) in target.enumerated() {
          let (row, column) = ((index - start) / targetStride, (index - start) % targetStride)
          let isInside = index >= start && column < width
          let wanted = isInside ? source[row * sourceStride + column] : 0xEE
          #expect(byte == wanted, "width \(width), start \(start), byte \(index)")
        }
      }
    }
  }
}
