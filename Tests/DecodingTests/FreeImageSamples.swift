import Decoding
import Foundation

/// Small pictures of formats that FreeImage decodes, made by ImageMagick: the corners of
/// ``Samples``, 32 × 24 pixels.
enum FreeImageSamples {
  /// Whether FreeImage is installed.
  static let isInstalled = FormatList.lines.contains {
    $0.hasPrefix("PSD\t") && $0.contains("\tyes")
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  /// Black pixels of three bytes each.
  private static let blackPixels = [UInt8](repeating: 0, count: 32 * 24 * 3)

  /// A DirectDraw surface without compression.
  static let plainSurface: [UInt8] = {
    let numbers = [124, 0x1007, 24, 32] + [Int](repeating: 0, count: 14)
    let pixelFormat = [32, 0x40, 0, 24, 0xFF0000, 0xFF00, 0xFF, 0, 0x1000, 0, 0, 0, 0]
    return Array("DDS ".utf8) + (numbers + pixelFormat).flatMap { little($0, 4) } + blackPixels
  }()

  /// An SGI picture without compression.
  static let plainSGI: [UInt8] =
    [1, 0xDA, 0, 1, 0, 3, 0, 32, 0, 24, 0, 3] + [UInt8](repeating: 0, count: 500) + blackPixels

  /// A DirectDraw surface of DXT1 blocks.
  static let surface = bytes(
    """
    RERTIHwAAAAHEAgAGAAAACAAAACAAQAAAAAAAAEAAABJTUFHRU1BR0lDSwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    ACAAAAAEAAAARFhUMQAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAB4ObBqqqqqgHg5sGqqqqqAeDmwaqq\
    qqoB4ObBqqqqquY3QQ7/////5jdBDv/////mN0EO/////+Y3QQ7/////AeDmwaqqqqoB4ObBqqqqqgHg5sGqqqqqAeDmwaqqqqrm\
    N0EO/////+Y3QQ7/////5jdBDv/////mN0EO/////wHg5sGqqqqqAeDmwaqqqqoB4ObBqqqqqgHg5sGqqqqq5jdBDv/////mN0EO\
    /////+Y3QQ7/////5jdBDv/////4MRwI//////gxHAj/////+DEcCP/////4MRwI/////0Hm5seqqqqqQebmx6qqqqpB5ubHqqqq\
    qkHm5seqqqqq+DEcCP/////4MRwI//////gxHAj/////+DEcCP////9B5ubHqqqqqkHm5seqqqqqQebmx6qqqqpB5ubHqqqqqvgx\
    HAj/////+DEcCP/////4MRwI//////gxHAj/////Qebmx6qqqqpB5ubHqqqqqkHm5seqqqqqQebmx6qqqqo=
    """)

  /// A DirectDraw surface of DXT5 blocks, half transparent.
  static let alphaSurface = bytes(
    """
    RERTIHwAAAAHEAgAGAAAACAAAAAAAwAAAAAAAAEAAABJTUFHRU1BR0lDSwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    ACAAAAAEAAAARFhUNQAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAACAhQAAAAAAAAHg5sGqqqqqgIUAAAAA\
    AAAB4ObBqqqqqoCFAAAAAAAAAeDmwaqqqqqAhQAAAAAAAAHg5sGqqqqqgIUAAAAAAADmN0EO/////4CFAAAAAAAA5jdBDv////+A\
    hQAAAAAAAOY3QQ7/////gIUAAAAAAADmN0EO/////4CFAAAAAAAAAeDmwaqqqqqAhQAAAAAAAAHg5sGqqqqqgIUAAAAAAAAB4ObB\
    qqqqqoCFAAAAAAAAAeDmwaqqqqqAhQAAAAAAAOY3QQ7/////gIUAAAAAAADmN0EO/////4CFAAAAAAAA5jdBDv////+AhQAAAAAA\
    AOY3QQ7/////gIUAAAAAAAAB4ObBqqqqqoCFAAAAAAAAAeDmwaqqqqqAhQAAAAAAAAHg5sGqqqqqgIUAAAAAAAAB4ObBqqqqqoCF\
    AAAAAAAA5jdBDv////+AhQAAAAAAAOY3QQ7/////gIUAAAAAAADmN0EO/////4CFAAAAAAAA5jdBDv////+AhQAAAAAAAPgxHAj/\
    ////gIUAAAAAAAD4MRwI/////4CFAAAAAAAA+DEcCP////+AhQAAAAAAAPgxHAj/////gIUAAAAAAABB5ubHqqqqqoCFAAAAAAAA\
    Qebmx6qqqqqAhQAAAAAAAEHm5seqqqqqgIUAAAAAAABB5ubHqqqqqoCFAAAAAAAA+DEcCP////+AhQAAAAAAAPgxHAj/////gIUA\
    AAAAAAD4MRwI/////4CFAAAAAAAA+DEcCP////+AhQAAAAAAAEHm5seqqqqqgIUAAAAAAABB5ubHqqqqqoCFAAAAAAAAQebmx6qq\
    qqqAhQAAAAAAAEHm5seqqqqqgIUAAAAAAAD4MRwI/////4CFAAAAAAAA+DEcCP////+AhQAAAAAAAPgxHAj/////gIUAAAAAAAD4\
    MRwI/////4CFAAAAAAAAQebmx6qqqqqAhQAAAAAAAEHm5seqqqqqgIUAAAAAAABB5ubHqqqqqoCFAAAAAAAAQebmx6qqqqo=
    """)

  /// A PCX picture of three planes.
  static let pcx = bytes(
    """
    CgUBCAAAAAAfABcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADIAABAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADQ3NAU0BTQ3OAU0NzQFNAU0NzgFNDc\
    0BTQFNDc4BTQ3NAU0BTQ3OAU0NzQFNAU0NzgFNDc0BTQFNDc4BTQ3NAU0BTQ3OAU0NzQFNAU0NzgFNDc0BTQFNDc4BTQ3NAU0BTQ\
    3OAU0NzQFNAU0NzgFNDc0BTQFNDc4BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc\
    0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ3NDc0BTQFNDc0BTQ\
    3NDc0BTQFNDc0BTQ3NDc0BQ=
    """)

  /// A PCX picture with a palette.
  static let palettePCX = bytes(
    """
    CgUBCAAAAAAfABcAAAAAANwUFBTcFNzcFBQU3AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABIAABAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADQANAB0ADQAdAA0AHQANAB0ADQAdAA\
    0AHQANAB0ADQAdAA0AHQANAB0ADQAdAA0AHQA9AC0APQAtAD0ALQA9AC0APQAtAD0ALQA9AC0APQAtAD0ALQA9AC0APQAtAD0AIM\
    3BQUFNwU3NwUFBTcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAA
    """)

  /// A PCX picture of three planes without compression.
  static let plainPCX = withoutRuns(pcx, rowBytes: 32 * 24 * 3)

  /// A PCX picture with a palette and without compression.
  static let plainPalettePCX = withoutRuns(palettePCX, rowBytes: 32 * 24)

  /// A PCX picture with its rows, of `rowBytes` bytes in all, without compression.
  private static func withoutRuns(_ picture: [UInt8], rowBytes: Int) -> [UInt8] {
    var result = Array(picture.prefix(128))
    result[2] = 0
    var position = 128
    while result.count < 128 + rowBytes {
      let code = picture[position]
      let isRun = code & 0xC0 == 0xC0
      let value = isRun ? picture[position + 1] : code
      result += [UInt8](repeating: value, count: isRun ? Int(code & 0x3F) : 1)
      position += isRun ? 2 : 1
    }
    return result + picture[position...]
  }

  /// An SGI picture of runs.
  static let sgi = bytes(
    """
    AdoBAQADACAAGAADAAAAAAAAAP8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARAAAAETwAABF4A\
    AARtAAAEfAAABIsAAASaAAAEqQAABLgAAATHAAAE1gAABOUAAAT0AAAFAQAABQ4AAAUbAAAFKAAABTUAAAVCAAAFTwAABVwAAAVp\
    AAAFdgAABYMAAARFAAAEVAAABGMAAARyAAAEgQAABJAAAASfAAAErgAABL0AAATMAAAE2wAABOoAAAT5AAAFBgAABRMAAAUgAAAF\
    LQAABToAAAVHAAAFVAAABWEAAAVuAAAFewAABYgAAARKAAAEWQAABGgAAAR3AAAEhgAABJUAAASkAAAEswAABMIAAATRAAAE4AAA\
    BO8AAAT+AAAFCwAABRgAAAUlAAAFMgAABT8AAAVMAAAFWQAABWYAAAVzAAAFgAAABY0AAAAFAAAABQAAAAUAAAAFAAAABQAAAAUA\
    AAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAF\
    AAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAA\
    BQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAAFAAAABQAAAAUAAAADAAAAAwAA\
    AAMAAAADAAAAAwAAAAMAAAADAAAAAwAAAAMAAAADAAAAAwAAAAMQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAU\
    ENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAU\
    ENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQFBDcABAUENwAENwQFAAQ3BAUABAU\
    ENwAIBQAENwQFAAQFBDcACAUABDcEBQAEBQQ3AAgFAAQ3BAUABAUENwAIBQAENwQFAAQFBDcACAUABDcEBQAEBQQ3AAgFAAQ3BAU\
    ABAUENwAIBQAENwQFAAQFBDcACAUABDcEBQAEBQQ3AAgFAAQ3BAUABAUENwAIBQAENwQFAAQFBDcACAUABDcEBQAEBQQ3AAgFAA=
    """)

  /// A Photoshop document.
  ///
  /// - Parameters:
  ///   - mode: the colour mode: 1 for gray, 2 for indexed colours, 3 for RGB, 4 for CMYK, 7 for
  ///     inks.
  ///   - depth: the bits of a sample: 8, 16 or 32.
  ///   - layers: the stated number of layers, although no layer follows; negative if the first
  ///     plane after the colours is transparency; nil for no layer information. Documents of 16 and
  ///     32 bits state it in the block `Lr16` or `Lr32`.
  ///   - savesTransparency: whether another block, for more than 8 bits, says that this plane is
  ///     transparency.
  ///   - hasLongBlock: whether the first block of a document of 16 or 32 bits has the signature
  ///     `8B64` and a length of eight bytes.
  ///   - modeData: the palette of indexed colours.
  ///   - resources: the image resources, by number.
  ///   - isPacked: whether the rows of the planes are packed, each as runs of two bytes.
  ///   - planes: the level of a pixel in each plane, from 0 to 255.
  static func photoshop(
    _ width: Int = 32, _ height: Int = 24, mode: Int = 3, depth: Int = 8, isLarge: Bool = false,
    layers: Int? = nil, savesTransparency: Bool = false, hasLongBlock: Bool = false,
    modeData: [UInt8] = [], resources: [(number: Int, data: [UInt8])] = [], isPacked: Bool = false,
    planes: [@Sendable (_ x: Int, _ y: Int) -> UInt8]
  ) -> [UInt8] {
    var bytes = Array("8BPS".utf8) + big(isLarge ? 2 : 1, 2) + [UInt8](repeating: 0, count: 6)
    bytes += big(planes.count, 2) + big(height, 4) + big(width, 4) + big(depth, 2) + big(mode, 2)
    // Colour mode data, resources, layers (eight bytes in a large document), planes.
    bytes += big(modeData.count, 4) + modeData
    let facts: [UInt8] = resources.flatMap { resource($0.number, $0.data) }
    bytes += big(facts.count, 4) + facts
    let length = isLarge ? 8 : 4
    if let layers, depth > 8 {
      // The layer information and the global layer mask are empty. One block is padded.
      var blocks = Array((hasLongBlock ? "8B64Patt" : "8BIMPatt").utf8)
      blocks += big(3, hasLongBlock ? 8 : 4) + big(0, 4)
      blocks += Array("8BIMcinf".utf8) + big(4, length) + big(0, 4)
      if savesTransparency { blocks += Array("8BIMMt\(depth)".utf8) + big(0, length) }
      blocks += Array("8BIMLr\(depth)".utf8) + big(2, length) + big(layers & 0xFFFF, 2) + big(0, 2)
      bytes += big(length + 4 + blocks.count, length) + big(0, length) + big(0, 4) + blocks
    } else if let layers {
      bytes += big(length + 2, length) + big(2, length) + big(layers & 0xFFFF, 2)
    } else {
      bytes += big(0, length)
    }
    bytes += big(isPacked ? 1 : 0, 2)
    var lengths: [UInt8] = []
    var rows: [UInt8] = []
    for plane in planes {
      for y in 0..<height {
        var row: [UInt8] = []
        for x in 0..<width {
          let level = plane(x, y)
          row += depth == 32 ? float(level) : [UInt8](repeating: level, count: depth / 8)
        }
        if isPacked { row = packed(row) }
        lengths += big(row.count, isLarge ? 4 : 2)
        rows += row
      }
    }
    return bytes + (isPacked ? lengths : []) + rows
  }

  /// The bytes of an image resource with an empty name.
  private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: data.count & 1)
    return Array("8BIM".utf8) + big(number, 2) + [0, 0] + big(data.count, 4) + data + padding
  }

  /// A row packed by PackBits: the first byte alone, then a byte that means nothing, then runs of
  /// equal bytes.
  private static func packed(_ row: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0, row[0], 128]
    var start = 1
    while start < row.count {
      var end = start + 1
      while end < row.count, row[end] == row[start], end - start < 100 { end += 1 }
      result += [UInt8(truncatingIfNeeded: 1 - (end - start)), row[start]]
      start = end
    }
    return result
  }

  /// The planes of the corners.
  static let corners: [@Sendable (_ x: Int, _ y: Int) -> UInt8] = [
    { Samples.color($0, $1, 32, 24).0 }, { Samples.color($0, $1, 32, 24).1 },
    { Samples.color($0, $1, 32, 24).2 },
  ]

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 0xFF) }
  }

  private static func float(_ level: UInt8) -> [UInt8] {
    big(Int((Float(level) / 255).bitPattern), 4)
  }

  private static func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text) ?? Data())
  }
}
