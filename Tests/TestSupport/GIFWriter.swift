/// An encoder of animated GIFs (GIF89a).
public struct GIFWriter {
  /// A frame: an image block and its graphic control extension.
  public struct Image {
    /// The x position on the logical screen, in pixels.
    public var x = 0
    /// The y position on the logical screen, in pixels.
    public var y = 0
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The palette index of each pixel, in row order.
    public var numbers: [UInt8]
    /// The delay in hundredths of a second.
    public var delay = 4
    /// The disposal method: 0 unspecified, 1 keep, 2 restore to background, 3 restore to previous.
    public var disposal = 0
    /// The transparent palette index; nil for none.
    public var transparent: UInt8?
    /// Whether the rows are stored interlaced.
    public var isInterlaced = false
    /// The local palette as 0xRRGGBB; nil for the global palette.
    public var palette: [UInt32]?

    /// Creates an image of one palette index unless `numbers` is given.
    public init(width: Int, height: Int, color: UInt8 = 0, numbers: [UInt8]? = nil) {
      self.width = width
      self.height = height
      self.numbers = numbers ?? [UInt8](repeating: color, count: width * height)
    }
  }

  /// The width of the logical screen in pixels.
  public var width: Int
  /// The height of the logical screen in pixels.
  public var height: Int
  /// The global palette as 0xRRGGBB.
  public var palette: [UInt32]
  /// The frames in display order.
  public var images: [Image] = []
  /// The loop count of the NETSCAPE2.0 extension, 0 for endless; nil omits the extension, which
  /// means one playback.
  public var repetitions: Int?

  /// Creates an animation without frames.
  public init(width: Int, height: Int, palette: [UInt32]) {
    self.width = width
    self.height = height
    self.palette = palette
  }

  /// The bytes of the GIF file.
  public var bytes: [UInt8] {
    var out: [UInt8] = Array("GIF89a".utf8) + Self.little16(width) + Self.little16(height)
    out += [0x80 | Self.tableBits(palette), 0, 0] + Self.table(palette)
    if let repetitions {
      out += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      out += Self.little16(repetitions) + [0]
    }
    for image in images { out += Self.block(image) }
    return out + [0x3B]
  }

  private static func block(_ image: Image) -> [UInt8] {
    let flags = UInt8(image.disposal << 2) | (image.transparent == nil ? 0 : 1)
    var out: [UInt8] = [0x21, 0xF9, 4, flags] + little16(image.delay)
    out += [image.transparent ?? 0, 0, 0x2C]
    out += little16(image.x) + little16(image.y) + little16(image.width) + little16(image.height)
    out += [
      (image.isInterlaced ? 0x40 : 0) | (image.palette.map { 0x80 | tableBits($0) } ?? 0)
    ]
    out += image.palette.map(table) ?? []
    let rows =
      image.isInterlaced
      ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
        Array(stride(from: $0, to: image.height, by: $1))
      } : Array(0..<image.height)
    let stored = rows.flatMap { image.numbers[$0 * image.width..<($0 + 1) * image.width] }
    let packed = compressed(stored)
    out += [8]
    for start in stride(from: 0, to: packed.count, by: 255) {
      let part = packed[start..<min(start + 255, packed.count)]
      out += [UInt8(part.count)] + part
    }
    return out + [0]
  }

  private static func tableBits(_ colors: [UInt32]) -> UInt8 {
    var bits: UInt8 = 0
    while 2 << Int(bits) < colors.count { bits += 1 }
    return bits
  }

  private static func table(_ colors: [UInt32]) -> [UInt8] {
    (0..<2 << Int(tableBits(colors))).flatMap { i -> [UInt8] in
      let color = i < colors.count ? colors[i] : 0
      return [16, 8, 0].map { UInt8(color >> $0 & 255) }
    }
  }

  private static func little16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  /// LZW compression with a minimum code size of 8 bits.
  private static func compressed(_ values: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var held = 0
    var heldBits = 0
    var bits = 9
    func put(_ code: Int) {
      held |= code << heldBits
      heldBits += bits
      while heldBits >= 8 {
        out.append(UInt8(held & 255))
        held >>= 8
        heldBits -= 8
      }
    }
    // The keys are the code of a text and the value that follows it. Whole texts as keys would take
    // seconds for frames of one colour.
    var known: [Int: Int] = [:]
    var free = 258
    put(256)
    var text: Int?
    for byte in values {
      let value = Int(byte)
      guard let code = text else {
        text = value
        continue
      }
      let key = code << 8 | value
      if let longer = known[key] {
        text = longer
        continue
      }
      put(code)
      known[key] = free
      free += 1
      if free == 4096 {
        put(256)
        (known, free, bits) = ([:], 258, 9)
      } else if free - 1 == 1 << bits {
        bits += 1
      }
      text = value
    }
    if let text { put(text) }
    put(257)
    if heldBits > 0 { out.append(UInt8(held & 255)) }
    return out
  }
}
