import Pixels

/// The part of a cut picture that is not there.
///
/// The library makes it gray: a block without data has the middle of every range. Nothing is seen of
/// a PNG's; neither is to be of a JPEG's.
enum JPEGRest {
  /// What the library writes for a block without data, opaque BGRA.
  private static let blank: UInt32 = 0xFF80_8080
  /// Rows of the largest block: the last blocks may have come for a part of the width only.
  private static let blockRows = 16

  /// Makes transparent what is blank from the end on.
  ///
  /// - Returns: true when there was anything.
  static func clear(_ pixels: UnsafeMutableRawPointer, size: PixelSize, stride: Int) -> Bool {
    var partial = 0
    var hasCleared = false
    for y in (0..<size.height).reversed() where partial < blockRows {
      let row = (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      var x = size.width
      while x > 0, row[x - 1] == blank {
        x -= 1
        row[x] = 0
      }
      if x == size.width { return hasCleared }
      hasCleared = true
      if x > 0 { partial += 1 }
    }
    return hasCleared
  }
}
