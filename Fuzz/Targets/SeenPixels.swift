import CLinux
import DecoderWire
import Pixels

/// The pixels a helper has answered with.
struct SeenPixels {
  let size: PixelSize
  /// True when the file lacks some.
  let isCut: Bool
  private let stride: Int
  private let bytes: [UInt8]

  /// Copies them; nil when there are none.
  init?(_ reply: DecodeReply, _ memory: Int32) {
    guard case .pixels(let info, let layout) = reply.result else { return nil }
    size = layout.size
    stride = layout.stride
    isCut = info.isTruncated
    var copy = [UInt8](repeating: 0, count: layout.byteCount)
    guard pread(memory, &copy, copy.count, 0) == copy.count else { return nil }
    bytes = copy
  }

  /// True when `whole` has the same pixels from (`x`, `y`) on.
  func isPart(of whole: SeenPixels, x: Int, y: Int) -> Bool {
    guard x + size.width <= whole.size.width, y + size.height <= whole.size.height else {
      return false
    }
    return (0..<size.height).allSatisfy { row in
      let (mine, theirs) = (row * stride, (y + row) * whole.stride + x * 4)
      return bytes[mine..<mine + size.width * 4] == whole.bytes[theirs..<theirs + size.width * 4]
    }
  }
}
