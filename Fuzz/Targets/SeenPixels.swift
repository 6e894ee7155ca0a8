import CLinux
import DecoderWire
import Pixels

/// A copy of the pixels of a reply.
struct SeenPixels {
  let size: PixelSize
  /// Whether the file ends before the last pixel.
  let isCut: Bool
  private let stride: Int
  private let bytes: [UInt8]

  /// Copies the pixels of a reply; nil when it has none.
  ///
  /// - Parameter memory: the descriptor of the pixels.
  init?(_ reply: DecodeReply, _ memory: Int32) {
    guard case .pixels(let info, let layout) = reply.result else { return nil }
    size = layout.size
    stride = layout.stride
    isCut = info.isTruncated
    var copy = [UInt8](repeating: 0, count: layout.byteCount)
    guard pread(memory, &copy, copy.count, 0) == copy.count else { return nil }
    bytes = copy
  }

  /// Whether these pixels are those of `whole` in the area that begins at the pixel (`x`, `y`).
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
