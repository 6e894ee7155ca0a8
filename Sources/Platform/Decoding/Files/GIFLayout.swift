/// Where the first frame of a GIF ends, and how many there are, without decoding any.
///
/// Feeding a loader the first frame only makes a million frames cost as much as one.
/// - Source: GIF89a specification.
struct GIFLayout {
  /// Just behind the first picture's data; nil when the file ends before.
  private(set) var firstFrameEnd: Int?
  private(set) var frames = 0

  /// The byte that ends a GIF.
  static let trailer: StaticString = ";"

  /// Counting stops there: the number is for people.
  private static let mostFrames = 10_000

  init(_ b: PictureBytes) {
    guard let flags = b.byte(10) else { return }
    var i = 13 + Self.tableBytes(flags)
    while frames < Self.mostFrames, let introducer = b.byte(i) {
      switch introducer {
      case 0x21:
        guard let end = Self.blocksEnd(b, i + 2) else { return }
        i = end
      case 0x2C:
        guard let flags = b.byte(i + 9),
          let end = Self.blocksEnd(b, i + 11 + Self.tableBytes(flags))
        else { return }
        frames += 1
        if firstFrameEnd == nil { firstFrameEnd = end }
        i = end
      default: return
      }
    }
  }

  private static func tableBytes(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func blocksEnd(_ b: PictureBytes, _ start: Int) -> Int? {
    var i = start
    while let length = b.byte(i) {
      i += 1 + Int(length)
      if length == 0 { return i }
    }
    return nil
  }
}
